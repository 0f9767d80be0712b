// The prover of forced wins against the exhaustive solver on the naive referee.
#include "tools/prove/solver.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "tests/naive/solver.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/prove/finder.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace agon;

namespace {

constexpr int SOLVED_PLIES = 4;

/// Positions at most SOLVED_PLIES + 1 actions before the end of random games.
std::vector<Position> late_positions(const RuleSet& rules, std::size_t count,
                                     support::Random& random) {
    std::vector<Position> positions;
    while (positions.size() < count) {
        std::vector<Position> line = {setup_position(rules, Setup::Standard)};
        support::Player player(random);
        MoveList moves;
        while (line.size() < 200) {
            legal_moves(rules, line.back(), moves);
            if (moves.empty()) break;
            line.push_back(after(rules, line.back(), player.choose(rules, line.back(), moves)));
        }
        const std::size_t back = 1 + random.below(SOLVED_PLIES + 1);
        if (moves.empty() && line.size() > back) positions.push_back(line[line.size() - 1 - back]);
    }
    return positions;
}

struct Seen {
    int wins = 0, none = 0;
};

void check_as_naive(const support::RulePair& rules, const Position& position, Seen& seen) {
    const std::string text = to_text(position);
    CAPTURE(rules.name);
    CAPTURE(text);
    const auto expected = naive::solve(rules.naive, naive::parse(text), SOLVED_PLIES);
    const bool chooser_wins =
        expected && expected->plies > 0 &&
        (expected->winner == 'w') == (chooser(rules.engine, position) == Side::White);
    const auto verdict = solve::solve(rules.engine, position, {.most_plies = SOLVED_PLIES});
    CHECK(verdict.exhaustive);
    REQUIRE(verdict.win.has_value() == chooser_wins);
    ++(chooser_wins ? seen.wins : seen.none);
    if (!chooser_wins) return;
    CHECK(verdict.win->plies == expected->plies);
    CHECK(verdict.win->winner_actions == expected->winner_actions);
    // Along the line the game stays as long as it was for the naive solver, to its end.
    REQUIRE(verdict.line.size() == static_cast<std::size_t>(expected->plies));
    Position at = position;
    for (int left = expected->plies; left > 0; --left) {
        const Move move = verdict.line[static_cast<std::size_t>(expected->plies - left)];
        REQUIRE(is_legal(rules.engine, at, move));
        at = after(rules.engine, at, move);
        const auto rest = naive::solve(rules.naive, naive::parse(to_text(at)), left - 1);
        REQUIRE(rest);
        CHECK(rest->winner == expected->winner);
        CHECK(rest->plies == left - 1);
    }
    // What the narrower attack proves is a win, so it is no shorter than the shortest.
    const auto narrow = solve::solve(rules.engine, position,
                                     {.most_plies = 7, .nodes = 1, .attack_nodes = 100'000});
    CHECK((narrow.win || !narrow.exhaustive));
    if (!narrow.win) return;
    CHECK(std::pair(narrow.win->plies, narrow.win->winner_actions) >=
          std::pair(expected->plies, expected->winner_actions));
}

} // namespace

TEST_CASE("forced wins, and that there is none, as the naive solver has them, by every preset") {
    for (const support::RulePair& rules : support::all_presets()) {
        if (rules.engine.repetition == Repetition::Loses) continue; // refused
        support::Random random(1842);
        Seen seen;
        for (const Position& position :
             late_positions(rules.engine, support::SLOW_BUILD ? 8 : 24, random))
            check_as_naive(rules, position, seen);
        CAPTURE(rules.name);
        CHECK(seen.wins > 4 / support::SHARE);
        CHECK(seen.none > 1 / support::SHARE);
    }
}

TEST_CASE("a prover without nodes left claims nothing") {
    const RuleSet rules;
    const Position start = setup_position(rules, Setup::Standard);
    // Queen and guards have 6 x 4 rings and one turn to go, which no 17 actions are enough for.
    const auto far = solve::solve(rules, start, {});
    CHECK(far.exhaustive);
    CHECK_FALSE(far.win);
    CHECK(far.nodes == 0);
    const Position near =
        parse_position(rules, "6/7/8/9/3Qgg4/3GgqgG3/4g5/3g1G3/1GG2G2/7/6 w - - 0 1");
    const auto stopped = solve::solve(rules, near, {.most_plies = 21, .nodes = 100});
    CHECK_FALSE(stopped.win);
    CHECK_FALSE(stopped.exhaustive);
    CHECK(stopped.nodes == 100);
}

TEST_CASE("in a finished game there is no win to prove") {
    const RuleSet rules;
    const Position over = parse_position(rules, "gggggq/g6/8/9/4GG4/4GQG4/4GG4/9/8/7/6 b - - 0 1");
    const auto verdict = solve::solve(rules, over, {});
    CHECK_FALSE(verdict.win);
    CHECK(verdict.exhaustive);
}

TEST_CASE("one position of a game is kept, where its length is rarest, and none twice") {
    const Presets presets;
    // White's last two guards stand a step from ring 1; black's queen walks along ring 5.
    const std::string text =
        "classic gggggq/g6/8/9/4GG4/4GQG4/10/4GG3/8/7/6 w - - 5 1 moves f4f5 l11l10 e4e5";
    const auto game = solve::parse_game(presets, text);
    REQUIRE(game.line.size() == 4);
    solve::FindSettings settings;
    settings.effort.most_plies = 5;
    std::size_t calls = 0;
    const auto problems = solve::find_problems(presets, {game, game}, settings,
                                               [&](std::size_t, std::size_t) { ++calls; });
    CHECK(calls == 2);
    REQUIRE(problems.size() == 1);
    // A win in 2 by the first line alone: two guards need two steps, and no enemy is near.
    CHECK(solve::suite_line(problems[0]) ==
          "classic 2 3 shortest gggggq/g6/8/9/4GG4/4GQG4/10/4GG3/8/7/6 w - - 0 1");
}

TEST_CASE("a game is refused with the reason") {
    const Presets presets;
    const std::string start(setup_text(Setup::Standard));
    CHECK(solve::parse_game(presets, "ham " + start).line.size() == 1);
    for (const std::string& text :
         {"chess " + start, std::string("classic"), std::string("classic nonsense w - - 0 1"),
          "classic " + start + " a1b2", "classic " + start + " moves a1a6"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)solve::parse_game(presets, text), Error);
    }
}
