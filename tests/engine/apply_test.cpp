// What an action changes (rules.md 4.4 to 4.7, 7, and CLOCK and NUMBER of section 8);
// lockstep_test.cpp holds all of it to the naive referee.
#include "engine/game/apply.hpp"

#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"

#include <doctest/doctest.h>

using namespace agon;

TEST_CASE("every legal action of random positions leads to the position that the referee has") {
    support::Random random(41);
    std::vector<support::RulePair> rules = support::all_presets();
    for (int i = 0; i < 20; ++i) rules.push_back(support::random_rules(random));
    for (const support::RulePair& pair : rules)
        for (int i = 0; i < (support::SLOW_BUILD ? 30 : 150); ++i) {
            const std::string text = support::random_position(random, pair.naive.effect);
            const Position p = parse_position(pair.engine, text);
            const naive::State state = naive::parse(text);
            MoveList moves;
            legal_moves(pair.engine, p, moves);
            for (const Move move : moves)
                CHECK_NOTHROW((void)support::agreed(pair, after(pair.engine, p, move),
                                                    naive::play(pair.naive, state, to_text(move))));
            REQUIRE(to_text(p) == text); // after() works on a copy
        }
}

TEST_CASE("counters stay within the range that a position text has") {
    const RuleSet rules;
    const Position p = parse_position(
        rules, support::arranged("Qa6 Gb1 Ge1 Ga5 Ga4 Ga3 Ga2 ql11 gc1 gd6 gl7 gl8 gl9 gl10",
                                 "b - - 2147483647 2147483647"));
    MoveList moves;
    legal_moves(rules, p, moves);
    for (const Move move : moves) {
        const Position next = after(rules, p, move);
        CHECK(parse_position(rules, to_text(next)) == next);
        CHECK(next.number == MAX_COUNTER);
    }
}
