// Wins by the next step, against the naive referee: completing_step() finds those and no others,
// and a search of one ply sees the other side's. Steps back to an earlier position, against all
// steps.
#include "search/selectivity.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "search/move_picker.hpp"
#include "tests/naive/solver.hpp"
#include "tests/search/recorder.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

/// White's queen on the throne, four or five guards around her and the rest close by, black
/// anywhere within ring 3; `turn` is to act, and nothing is captured.
std::string white_nearly_home(support::Random& random, char turn) {
    naive::State state;
    state.turn = turn;
    const auto put = [&](char piece, int least, int most) {
        std::vector<naive::Cell> open;
        for (const naive::Cell cell : naive::all_cells())
            if (naive::ring(cell) >= least && naive::ring(cell) <= most &&
                !state.board.contains(cell))
                open.push_back(cell);
        state.board[random.pick(open)] = piece;
    };
    put('Q', 0, 0);
    const int home = random.percent(80) ? 5 : 4;
    for (int i = 0; i < 6; ++i) put('G', i < home ? 1 : 2, i < home ? 1 : 2);
    put('q', 1, 3);
    for (int i = 0; i < 6; ++i) put('g', random.percent(20) ? 1 : 2, 4);
    return naive::text(state);
}

bool white_wins_within(const naive::Rules& rules, const naive::State& state, int plies) {
    const auto solution = naive::solve(rules, state, plies);
    return solution && solution->winner == 'w';
}

} // namespace

TEST_CASE("completing_step finds a step if and only if one wins") {
    support::Random random(1872);
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        std::size_t wins = 0;
        for (int i = 0; i < 200; ++i) {
            const std::string text = white_nearly_home(random, 'w');
            CAPTURE(text);
            const naive::State state = naive::parse(text);
            const agon::Move step = agon::search::completing_step(
                rules.engine, agon::parse_position(rules.engine, text), agon::Side::White);
            if (rules.engine.bloody()) {
                REQUIRE(step.is_none());
                continue;
            }
            REQUIRE(!step.is_none() == white_wins_within(rules.naive, state, 1));
            if (step.is_none()) continue;
            ++wins;
            const auto next = naive::play(rules.naive, state, agon::to_text(step));
            REQUIRE(white_wins_within(rules.naive, next, 0));
        }
        if (!rules.engine.bloody()) CHECK((wins > 20 && wins < 180));
    }
}

TEST_CASE("returning_step finds a step if and only if one leads to the earlier position") {
    support::Random random(1874);
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        std::size_t returns = 0;
        for (int games = 0; games < 20; ++games) {
            std::vector<agon::Position> line = {
                agon::setup_position(rules.engine, agon::Setup::Standard)};
            support::Player player(random);
            agon::MoveList moves;
            for (int ply = 0; ply < 100; ++ply) {
                const agon::Position now = line.back();
                agon::legal_moves(rules.engine, now, moves);
                if (moves.empty()) break;
                std::map<std::uint64_t, agon::Move> step_to;
                for (const agon::Move move : moves)
                    if (!agon::is_settling(rules.engine, now))
                        step_to.emplace(agon::after(rules.engine, now, move).key, move);
                for (const agon::Position& then : line) {
                    const agon::Move step = agon::search::returning_step(rules.engine, now, then);
                    const auto expected = step_to.find(then.key);
                    REQUIRE(step == (expected == step_to.end() ? agon::Move() : expected->second));
                    returns += !step.is_none();
                }
                line.push_back(
                    agon::after(rules.engine, now, player.choose(rules.engine, now, moves)));
            }
        }
        CHECK(returns > 20);
    }
}

TEST_CASE("a search of one ply answers a threat to complete the throne if there is an answer") {
    support::Random random(1873);
    std::size_t lost = 0;
    std::size_t threatened = 0;
    for (const support::RulePair& rules : support::all_presets()) {
        if (rules.engine.bloody()) continue;
        CAPTURE(rules.name);
        for (int i = 0; i < 64 / support::SHARE; ++i) {
            const std::string text = white_nearly_home(random, 'b');
            CAPTURE(text);
            const naive::State state = naive::parse(text);
            if (!agon::search::completing_step(
                     rules.engine, agon::parse_position(rules.engine, text), agon::Side::White)
                     .is_none())
                ++threatened;
            const auto searched = support::search_to_depth(support::game_of(rules.engine, text), 1);
            const agon::search::Score score = searched.last().info.score;
            if (white_wins_within(rules.naive, state, 2)) {
                REQUIRE(agon::search::is_loss(score));
                REQUIRE(agon::search::distance(score).plies() == 2);
                ++lost;
            } else {
                REQUIRE_FALSE(agon::search::is_loss(score));
                const auto next =
                    naive::play(rules.naive, state, agon::to_text(searched.answer.best));
                REQUIRE_FALSE(white_wins_within(rules.naive, next, 1));
            }
        }
    }
    CHECK(lost > (support::SLOW_BUILD ? 0 : 50));
    CHECK((threatened > lost + 10 || support::SLOW_BUILD)); // these had an answer
}
