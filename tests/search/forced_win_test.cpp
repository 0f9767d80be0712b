// Forced wins against an exhaustive solver on the naive referee: whether there is one, how many
// actions of each side it takes, and that the engine plays it out. Every preset is tried but
// `agon`, under which nothing is proved (a repetition loses), so turns in which the chooser is not
// the owner or acts several times occur. A search for a win (`mate`) must find the shortest; a
// plain one may take longer, but what it claims must be there.
#include "engine/game/move_list.hpp"
#include "engine/game/position.hpp"
#include "search/limits.hpp"
#include "tests/naive/solver.hpp"
#include "tests/search/recorder.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

namespace {

constexpr int SOLVED_PLIES = 4;
constexpr int PLAIN_DEPTH = 10; ///< enough for a selective search to see SOLVED_PLIES
constexpr std::size_t SHARE = support::SLOW_BUILD ? 8 : 1; // sanitizers see a part
constexpr std::size_t PLAYED = 40 / SHARE;                 ///< problems from games, per preset
/// Composed problems, per preset with uneven turns.
constexpr std::size_t COMPOSED = 12 / SHARE;

struct Problem {
    std::string text;
    naive::Solution solution;
    bool uneven; ///< the solver's line has one side choosing twice in a row
};

bool is_uneven(const naive::Rules& rules, const std::string& text,
               const naive::Solution& solution) {
    naive::State state = naive::parse(text);
    char before = 0;
    for (const std::string& action : solution.line) {
        const char now = naive::chooser(rules, state);
        if (now == before) return true;
        before = now;
        state = naive::play(rules, state, action);
    }
    return false;
}

std::optional<Problem> problem(const support::RulePair& rules, const std::string& text) {
    const auto solution = naive::solve(rules.naive, naive::parse(text), SOLVED_PLIES);
    if (!solution || solution->plies == 0) return std::nullopt;
    return Problem{text, *solution, is_uneven(rules.naive, text, *solution)};
}

/// Positions with a forced win some actions before the end of random games.
std::vector<Problem> from_games(const support::RulePair& rules, support::Random& random) {
    std::vector<Problem> problems;
    while (problems.size() < PLAYED) {
        std::vector<agon::Position> line = {
            agon::setup_position(rules.engine, agon::Setup::Standard)};
        support::Player player(random);
        agon::MoveList moves;
        while (line.size() < 200) {
            agon::legal_moves(rules.engine, line.back(), moves);
            if (moves.empty()) break;
            line.push_back(agon::after(rules.engine, line.back(),
                                       player.choose(rules.engine, line.back(), moves)));
        }
        const std::size_t back = 1 + random.below(SOLVED_PLIES + 1);
        if (!moves.empty() || line.size() <= back) continue;
        if (const auto found = problem(rules, agon::to_text(line[line.size() - 1 - back])))
            problems.push_back(*found);
    }
    return problems;
}

/// One side nearly home, the other scattered, two of the latter's pieces captured.
agon::Position nearly_home(const agon::RuleSet& rules, support::Random& random) {
    const agon::Side strong = random.percent(50) ? agon::Side::White : agon::Side::Black;
    agon::Position p;
    const auto put = [&](agon::Side side, agon::Bitboard cells) {
        std::vector<agon::Cell> open;
        (cells & p.vacant()).for_each([&](agon::Cell c) { open.push_back(c); });
        const agon::Cell cell = random.pick(open);
        p.pieces[side] |= agon::Bitboard(cell);
        return cell;
    };
    const agon::Bitboard field = agon::BOARD - agon::THRONE - agon::RINGS[1];
    p.queens[strong] =
        put(strong, random.percent(70) ? agon::THRONE : agon::RINGS[1] | agon::RINGS[2]);
    for (int i = 0; i < agon::GUARDS_A_SIDE; ++i)
        put(strong, i < 4 + static_cast<int>(random.below(2)) ? agon::RINGS[1] : agon::RINGS[2]);
    p.queens[~strong] = put(~strong, field);
    std::vector<agon::Cell> guards;
    for (int i = 0; i < agon::GUARDS_A_SIDE; ++i) guards.push_back(put(~strong, field));
    // Captured pieces are settled in their owner's turn, in Bloody Queen in the other's.
    p.turn = rules.bloody() ? strong : ~strong;
    p.captured = agon::Bitboard(guards[0]);
    p.captured |= random.percent(50) ? agon::Bitboard(guards[1]) : p.queen(~strong);
    return p;
}

/// Positions with a forced win through an uneven turn.
std::vector<Problem> composed(const support::RulePair& rules, support::Random& random) {
    std::vector<Problem> problems;
    while (problems.size() < COMPOSED) {
        const auto found = problem(rules, agon::to_text(nearly_home(rules.engine, random)));
        if (found && found->uneven) problems.push_back(*found);
    }
    return problems;
}

/// Draw limits off, as the solver knows none.
agon::Game game_under(const support::RulePair& rules, const std::string& text) {
    agon::Game game = support::game_of(rules.engine, text);
    game.set_limits({0, 0});
    return game;
}

support::Searched search_for_win(const agon::Game& game, int depth) {
    agon::search::Limits limits;
    limits.depth = depth;
    limits.mate = depth;
    return support::search_with_new_engine(game, limits);
}

void check_length(const support::RulePair& rules, const Problem& problem) {
    const agon::Game game = game_under(rules, problem.text);
    const bool chooser_wins =
        (game.chooser() == agon::Side::White) == (problem.solution.winner == 'w');
    const agon::search::Distance expected(problem.solution.plies, problem.solution.winner_actions);
    const auto searched = search_for_win(game, SOLVED_PLIES + 1);
    CAPTURE(problem.text);
    REQUIRE(agon::search::is_decisive(searched.last().info.score));
    CHECK(agon::search::is_win(searched.last().info.score) == chooser_wins);
    const auto found = agon::search::distance(searched.last().info.score);
    CHECK(found.plies() == expected.plies());
    CHECK(found.winner_plies() == expected.winner_plies());
    const int own =
        chooser_wins ? expected.winner_plies() : expected.plies() - expected.winner_plies();
    CHECK(agon::search::mate_number(searched.last().info.score) == (chooser_wins ? own : -own));
    CHECK(searched.last().line.size() == static_cast<std::size_t>(expected.plies()));
}

/// The winner by the engine, the loser at random: over within the length, with the right winner.
void check_played_out(const support::RulePair& rules, const Problem& problem,
                      support::Random& random) {
    agon::Game game = game_under(rules, problem.text);
    const agon::Side winner =
        problem.solution.winner == 'w' ? agon::Side::White : agon::Side::Black;
    CAPTURE(problem.text);
    while (!game.outcome() && game.length() < 20) {
        if (game.chooser() == winner) {
            game.play(search_for_win(game, SOLVED_PLIES + 1).answer.best);
        } else {
            agon::MoveList moves;
            agon::legal_moves(rules.engine, game.position(), moves);
            game.play(random.pick(moves));
        }
    }
    REQUIRE(game.outcome().has_value());
    CHECK(game.outcome()->winner == winner);
    CHECK(game.length() <= static_cast<std::size_t>(problem.solution.plies));
}

/// A plain search finds a win that is there, and none that is not: no shorter than the shortest,
/// and for the same side.
void check_claim(const support::RulePair& rules, const Problem& problem) {
    const agon::Game game = game_under(rules, problem.text);
    const bool chooser_wins =
        (game.chooser() == agon::Side::White) == (problem.solution.winner == 'w');
    CAPTURE(problem.text);
    const auto score = support::search_to_depth(game, PLAIN_DEPTH).last().info.score;
    REQUIRE(agon::search::is_decisive(score));
    CHECK(agon::search::is_win(score) == chooser_wins);
    CHECK(agon::search::distance(score).plies() >= problem.solution.plies);
}

void check(const support::RulePair& rules, const std::vector<Problem>& problems) {
    support::Random random(1842);
    for (const Problem& problem : problems) {
        check_length(rules, problem);
        check_claim(rules, problem);
        check_played_out(rules, problem, random);
    }
}

void check_even(const std::string& name) {
    const support::RulePair rules = support::preset(name);
    support::Random random(2026);
    check(rules, from_games(rules, random));
}

void check_uneven(const std::string& name) {
    check_even(name);
    const support::RulePair rules = support::preset(name);
    support::Random random(2027);
    check(rules, composed(rules, random));
}

} // namespace

TEST_CASE("forced wins: classic") { check_even("classic"); }
TEST_CASE("forced wins: ham") { check_even("ham"); }
TEST_CASE("forced wins: german") { check_uneven("german"); }
TEST_CASE("forced wins: queens-guard") { check_even("queens-guard"); }
TEST_CASE("forced wins: queens-guard-opponent") { check_uneven("queens-guard-opponent"); }
TEST_CASE("forced wins: same-ring") { check_uneven("same-ring"); }
TEST_CASE("forced wins: way-to-play") { check_uneven("way-to-play"); }
TEST_CASE("forced wins: botermans") { check_even("botermans"); }
TEST_CASE("forced wins: penthalon") { check_even("penthalon"); }
TEST_CASE("forced wins: bloody-queen") { check_uneven("bloody-queen"); }
TEST_CASE("forced wins: ludii") { check_even("ludii"); }
TEST_CASE("forced wins: csiro") { check_even("csiro"); }
TEST_CASE("forced wins: neto") { check_even("neto"); }
TEST_CASE("forced wins: kanare") { check_even("kanare"); }

TEST_CASE("a search for a win finds the shortest after a plain search of the same position") {
    // Of bench/suite.txt, proved by agon-solve: the shortest win takes 5 own actions of 9.
    const agon::RuleSet rules;
    const agon::Game game =
        support::game_of(rules, "6/7/8/4q4/g3G5/4GQG4/3G2G3/1g4g2/4G2g/7/1g2g1 w - - 0 185");
    const support::HandClock clock;
    for (const int depth : {4, 6, 8, 10}) {
        CAPTURE(depth);
        agon::search::Engine engine(clock);
        agon::search::Limits limits;
        limits.depth = depth; // leaves scores of pruned searches in the table
        (void)support::search(engine, game, limits);
        limits = {};
        limits.mate = 5;
        const auto score = support::search(engine, game, limits).last().info.score;
        REQUIRE(agon::search::is_win(score));
        CHECK(agon::search::mate_number(score) == 5);
        CHECK(agon::search::distance(score).plies() == 9);
    }
}
