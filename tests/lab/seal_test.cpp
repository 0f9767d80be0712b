// Seals: the engine's test against plain sets, and play against sealed sides by the naive referee.
#include "engine/game/outcome.hpp"
#include "engine/game/seal.hpp"
#include "engine/notation/notation.hpp"
#include "tests/naive/seal.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/random.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/lab/prove/fortress.hpp"
#include "tools/lab/prove/sealed_play.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace agon;
using namespace agon::prove;

namespace {

char letter(Side side) { return side == Side::White ? 'w' : 'b'; }

std::vector<support::RulePair> rules_with_seals() {
    std::vector<support::RulePair> found;
    for (const support::RulePair& rules : support::all_presets())
        if (has_seals(rules.engine)) found.push_back(rules);
    return found;
}

/// Compares both sides of a position; returns how many are sealed.
int compare(const support::RulePair& rules, const Position& position) {
    const std::string text = to_text(position);
    CAPTURE(rules.name);
    CAPTURE(text);
    const naive::State state = naive::parse(text);
    if (naive::result(rules.naive, state) != "none") return 0;
    int sealed = 0;
    for (const Side side : BOTH_SIDES) {
        const auto seal = find_seal(rules.engine, position, side);
        const auto expected = naive::seals(rules.naive, state, letter(side));
        REQUIRE(seal.has_value() == !expected.empty());
        if (!seal) continue;
        ++sealed;
        REQUIRE(expected.contains(
            {naive::cell_named(seal->from.text()), naive::cell_named(seal->to.text())}));
    }
    return sealed;
}

/// Compares the positions of games with random starts. Returns how many sides were sealed.
int compare_games(const support::RulePair& rules, int positions, std::uint64_t seed) {
    int sealed = 0;
    SelfPlay games(rules.engine, 100, seed);
    while (positions > 0)
        games.play([&](const Game& game) {
            if (positions-- > 0) sealed += compare(rules, game.position());
        });
    return sealed;
}

std::string step(const std::pair<naive::Cell, naive::Cell>& cells) {
    return naive::name(cells.first) + naive::name(cells.second);
}

/// The sealed side steps to and fro against random actions, or against captures and inward steps
/// first, by the naive referee.
void play_by_referee(const naive::Rules& rules, const naive::State& start, char side, bool greedy,
                     support::Random& random) {
    auto seal = *naive::seals(rules, start, side).begin();
    naive::State state = start;
    for (int turn = 0; turn < 60; ++turn) {
        CAPTURE(naive::text(state));
        const std::string result = naive::result(rules, state);
        REQUIRE_FALSE(result.starts_with(side == 'w' ? "black" : "white"));
        if (result != "none") return;
        const auto legal = naive::legal(rules, state);
        std::string action = random.pick(legal);
        if (state.turn == side) {
            action = step(seal);
            REQUIRE(std::ranges::count(legal, action) == 1);
            std::swap(seal.first, seal.second);
        } else if (greedy && action != "pass") {
            for (int i = 0; i < 8; ++i) {
                const std::string other = random.pick(legal);
                const auto next = naive::play(rules, state, other);
                if (!next.captured.empty() || next.clock == 0) action = other;
            }
        }
        state = naive::play(rules, state, action);
        REQUIRE(state.captured.empty());
    }
}

} // namespace

TEST_CASE("seals: which rule sets have them") {
    std::vector<std::string> names;
    for (const support::RulePair& rules : rules_with_seals()) names.push_back(rules.name);
    // tools/lab/prove/README.md, Seals: those with line flanks, but for `bloody-queen`, which has
    // no closed cells, and `agon`, where repeating loses.
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"classic", "csiro", "german", "ham", "kanare", "ludii",
                                            "penthalon", "queens-guard", "queens-guard-opponent",
                                            "way-to-play"});
}

TEST_CASE("seals: the engine agrees with plain sets on positions of games") {
    int sealed = 0;
    for (const support::RulePair& rules : rules_with_seals())
        sealed += compare_games(rules, 400 / support::SHARE, 1);
    if (support::SHARE == 1) CHECK(sealed > 0); // a share may have none
}

TEST_CASE("seals: the engine agrees with plain sets on 100,000 positions of games" *
          doctest::skip()) {
    int sealed = 0;
    for (const support::RulePair& rules : rules_with_seals()) {
        const int found = compare_games(rules, 10'000, 2);
        MESSAGE(rules.name << ": " << found << " sealed sides");
        sealed += found;
    }
    CHECK(sealed > 1000);
}

TEST_CASE("seals: no action drives a side out of its seal, by the naive referee") {
    support::Random random(4);
    for (const support::RulePair& rules : rules_with_seals()) {
        SelfPlay games(rules.engine, 100, 3);
        int left = 6 / std::min(support::SHARE, 3);
        for (int game = 0; game < 40 && left > 0; ++game)
            games.play([&](const Game& played) {
                if (left == 0 || is_decided(rules.engine, played.position())) return;
                for (const Side side : BOTH_SIDES) {
                    if (!find_seal(rules.engine, played.position(), side)) continue;
                    const naive::State state = naive::parse(to_text(played.position()));
                    for (const bool greedy : {false, true})
                        play_by_referee(rules.naive, state, letter(side), greedy, random);
                    left = std::max(left - 1, 0);
                }
            });
        CAPTURE(rules.name);
        CHECK(left == 0);
    }
}

TEST_CASE("seals: every line of the other side, by the naive referee" * doctest::skip()) {
    constexpr std::size_t MOST = 4000; // positions with the sealed side to move, from each seal
    std::size_t complete = 0, cut_off = 0, seen_in_all = 0;
    for (const support::RulePair& rules : rules_with_seals()) {
        SelfPlay games(rules.engine, 100, 7);
        int left = 25;
        const auto explore = [&](const naive::State& start, char side) {
            const auto seal = *naive::seals(rules.naive, start, side).begin();
            std::set<std::string> seen;
            std::vector<naive::State> todo = {start};
            while (!todo.empty() && seen.size() < MOST) {
                const naive::State state = todo.back();
                todo.pop_back();
                if (!seen.insert(naive::text_without_counters(state)).second) continue;
                CAPTURE(naive::text(state));
                const std::string result = naive::result(rules.naive, state);
                REQUIRE_FALSE(result.starts_with(side == 'w' ? "black" : "white"));
                REQUIRE(state.captured.empty());
                if (result != "none") continue;
                const auto legal = naive::legal(rules.naive, state);
                if (state.turn != side) {
                    for (const std::string& action : legal)
                        todo.push_back(naive::play(rules.naive, state, action));
                } else {
                    const bool there = state.board.contains(seal.first);
                    const std::string action =
                        step(there ? seal : std::pair(seal.second, seal.first));
                    REQUIRE(std::ranges::count(legal, action) == 1);
                    todo.push_back(naive::play(rules.naive, state, action));
                }
            }
            ++(todo.empty() ? complete : cut_off);
            seen_in_all += seen.size();
        };
        while (left > 0)
            games.play([&](const Game& game) {
                if (left == 0 || is_decided(rules.engine, game.position())) return;
                for (const Side side : BOTH_SIDES)
                    if (left > 0 && find_seal(rules.engine, game.position(), side)) {
                        explore(naive::parse(to_text(game.position())), letter(side));
                        --left;
                    }
            });
    }
    MESSAGE(complete << " seals completely, " << cut_off << " in part, " << seen_in_all
                     << " positions");
    CHECK(complete > 0);
}

TEST_CASE("seals: a sealed side against random, greedy and engine play") {
    for (const support::RulePair& rules : rules_with_seals()) {
        SelfPlay games(rules.engine, 100, 5);
        SealedPlay play(50, 6);
        const std::uint64_t turns = 3000 / support::SHARE;
        while (play.turns < turns)
            games.play([&](const Game& game) {
                if (play.turns >= turns || is_decided(rules.engine, game.position())) return;
                for (const Side side : BOTH_SIDES)
                    if (find_seal(rules.engine, game.position(), side))
                        for (const Attacker attacker :
                             {Attacker::Random, Attacker::Greedy, Attacker::Engine})
                            play.play(rules.engine, game.position(), side, attacker, 20);
            });
    }
}

TEST_CASE("seals: play against a side that is not sealed is refused") {
    const support::RulePair rules = support::preset("classic");
    const Position start = setup_position(rules.engine, Setup::Standard);
    SealedPlay play(1, 1);
    CHECK_THROWS_AS(play.play(rules.engine, start, Side::White, Attacker::Random, 1), Error);
}

TEST_CASE("seals: besieged fortresses are seals, but for one, whose step goes inward") {
    const support::RulePair rules = support::preset("classic");
    int sealed = 0;
    for (const Fortress& fortress : find_fortresses(7).endless) {
        CAPTURE(to_text(fortress));
        const Position position = parse_position(rules.engine, besieged(fortress));
        const bool has_seal = find_seal(rules.engine, position, Side::Black).has_value();
        CHECK(has_seal != naive::seals(rules.naive, naive::parse(to_text(position)), 'b').empty());
        const bool sideways = fortress.step.from.ring() == fortress.step.to.ring();
        CHECK((has_seal || !sideways));
        sealed += has_seal ? 1 : 0;
    }
    CHECK(sealed == 43); // of the 44 of bench/solved.md
}
