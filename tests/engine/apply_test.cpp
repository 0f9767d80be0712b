// What an action changes (rules.md 4.4 to 4.7, 7, and CLOCK and NUMBER of section 8).
#include "engine/apply.hpp"

#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/twin.hpp"

#include <doctest/doctest.h>

namespace {

using namespace agon;
using support::arranged;
using support::Twin;

const std::string FOUR_BLACK = " gl7 gl8 gl9 gl10";

/// Turn, captured, reserve, clock and number after one action.
std::string fields_after(const std::string& preset, const std::string& position,
                         const std::string& action) {
    Twin twin(support::preset(preset), position);
    const std::string text = twin.play(action).text();
    return text.substr(text.find(' ') + 1);
}

} // namespace

TEST_CASE("every legal action of random positions leads to the position that the referee has") {
    support::Random random(41);
    std::vector<support::RulePair> rules = support::all_presets();
    for (int i = 0; i < 20; ++i) rules.push_back(support::random_rules(random));
    for (const support::RulePair& pair : rules)
        for (int i = 0; i < 150; ++i) {
            const std::string text = support::random_position(random, pair.engine.bloody());
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

TEST_CASE("NUMBER goes up after each of black's turns") {
    Twin twin(support::preset("classic"), std::string(setup_text(Setup::Standard)));
    twin.play(twin.legal().front());
    CHECK(twin.text().ends_with(" 1"));
    twin.play(twin.legal().front());
    CHECK(twin.text().ends_with(" 2"));
}

TEST_CASE(
    "CLOCK counts steps along a ring, also those that capture, and restarts on inward steps") {
    const std::string text =
        arranged("Qa6 Gb1 Ge1 Ga5 Ga4 Ga3 Ga2 ql11 gc1 gd6" + FOUR_BLACK, "w - - 7 9");
    CHECK(fields_after("classic", text, "a6b7") == "b - - 8 9");
    CHECK(fields_after("classic", text, "e1d1") == "b c1 - 8 9"); // a capture is in no list
    CHECK(fields_after("classic", text, "e1e2") == "b - - 0 9");
}

TEST_CASE("CLOCK restarts on relocations and placements and counts a pass") {
    const std::string owing =
        arranged("Qa6 Gb1 Gd1 Ga5 Ga4 Ga3 Ga2 ql11 gc1 gd6" + FOUR_BLACK, "b c1 - 7 9");
    CHECK(fields_after("classic", owing, "c1f1") == "w - - 0 10");
    const std::string placing =
        arranged("Qa6 Gb1 Gd1 Ga5 Ga4 Ga3 ql11 gd6 gf1" + FOUR_BLACK, "w - G 7 9");
    CHECK(fields_after("classic", placing, "c3") == "b - - 0 9");
    const std::string nothing =
        arranged("Qa6 Gb1 Gd1 Ga5 Ga4 Ga3 Ga2 ql11 gd6" + FOUR_BLACK, "w - g 7 9");
    CHECK(fields_after("classic", nothing, "pass") == "b - g 8 9");
}

TEST_CASE("CLOCK restarts on exchanges and removals") {
    const std::string removal = arranged("Qe1 Gb1 Ga6 ql11 gc1 gl7", "w - - 7 9");
    CHECK(fields_after("bloody-queen", removal, "e1d1") == "b - - 0 9");
    const std::string exchange = arranged("Qa1 Gb1 Gd1 qc1 gl7 gk6", "w c1 - 7 9");
    CHECK(fields_after("bloody-queen", exchange, "c1l7") == "b - - 0 9");
}

TEST_CASE("counters stay within the range that a position text has") {
    const std::string last = arranged("Qa6 Gb1 Ge1 Ga5 Ga4 Ga3 Ga2 ql11 gc1 gd6" + FOUR_BLACK);
    const std::string board = last.substr(0, last.find(' '));
    const RuleSet rules;
    const Position p = parse_position(rules, board + " b - - 2147483647 2147483647");
    MoveList moves;
    legal_moves(rules, p, moves);
    for (const Move move : moves) {
        const Position next = after(rules, p, move);
        CHECK(parse_position(rules, to_text(next)) == next);
        CHECK(next.number == MAX_COUNTER);
    }
}
