// count_replies() against counting the replies to each action.
#include "engine/game/movegen.hpp"

#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

namespace {

using namespace agon;

constexpr int SHARE = support::SLOW_BUILD ? 5 : 1; // sanitizers see a part

void check(const RuleSet& rules, const Position& position) {
    MoveList moves;
    legal_moves(rules, position, moves);
    std::uint64_t replies = 0;
    for (const Move move : moves) replies += count_legal(rules, after(rules, position, move));
    REQUIRE(count_replies(rules, position) == replies);
}

} // namespace

TEST_CASE("replies along random games of every preset") {
    for (const support::RulePair& pair : support::all_presets()) {
        INFO(pair.name);
        support::walk_from_setups(pair.engine, 13, 3'000 / SHARE,
                                  [&](const Position& p) { check(pair.engine, p); });
    }
}

TEST_CASE("replies along random games of custom rules") {
    support::Random random(14);
    for (int i = 0; i < 200 / SHARE; ++i) {
        const support::RulePair pair =
            support::random_rules(random, i % 4 == 0 ? "remove" : "relocate");
        INFO(pair.name);
        support::walk(pair.engine, setup_position(pair.engine, pair.engine.setup), random.bits(),
                      300, [&](const Position& p) { check(pair.engine, p); });
    }
}

TEST_CASE("replies in positions of no game") {
    support::Random random(15);
    for (const support::RulePair& pair : support::all_presets()) {
        INFO(pair.name);
        for (int i = 0; i < 3'000 / SHARE; ++i) {
            const std::string text = support::random_position(random, pair.naive.effect);
            INFO(text);
            check(pair.engine, parse_position(pair.engine, text));
        }
    }
}
