// The order of actions. Wins by the next step, against the naive referee: completing_step() finds
// those and no others, and a search of one ply sees the other side's. Steps back to an earlier
// position, against all steps.
#include "engine/game/apply.hpp"
#include "engine/game/flanks.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "search/move_picker.hpp"
#include "search/score/score.hpp"
#include "search/selectivity.hpp"
#include "tests/naive/solver.hpp"
#include "tests/search/recorder.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace agon;
using namespace agon::search;

namespace {

std::vector<Move> picked(const RuleSet& rules, const Position& p, Move hash_move = {},
                         const Refutations& refutations = {}) {
    static const History history; // empty, and megabytes in size
    MovePicker picker(rules, p, chooser(rules, p), hash_move, refutations, history, {});
    std::vector<Move> moves;
    for (ScoredMove scored = picker.next(); !scored.move.is_none(); scored = picker.next())
        moves.push_back(scored.move);
    return moves;
}

std::vector<std::uint16_t> sorted(const auto& moves) {
    std::vector<std::uint16_t> raw;
    for (const Move move : moves) raw.push_back(move.raw());
    std::ranges::sort(raw);
    return raw;
}

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

TEST_CASE("the picker returns every legal action once, the hash move first, then refutations") {
    for (const support::RulePair& rules : support::all_presets())
        support::walk_from_setups(rules.engine, 5, 300, [&](const Position& p) {
            MoveList moves;
            legal_moves(rules.engine, p, moves);
            if (moves.empty()) return;
            const Move hash_move = moves[moves.size() / 2];
            const auto order = picked(rules.engine, p, hash_move);
            REQUIRE(order.front() == hash_move);
            REQUIRE(sorted(order) == sorted(moves));
            // A hash move or a refutation that is not legal is skipped.
            const Move stranger = Move(THRONE_CELL, THRONE_CELL);
            REQUIRE(sorted(picked(rules.engine, p, stranger)) == sorted(moves));
            for (const Refutations& refutations :
                 {Refutations{moves[0], stranger, moves[0]},
                  Refutations{Move::pass(), hash_move, moves[moves.size() - 1]}})
                REQUIRE(sorted(picked(rules.engine, p, hash_move, refutations)) == sorted(moves));
        });
}

TEST_CASE("the picker returns a pass, whether it is a refutation or not") {
    const RuleSet rules = support::preset("bloody-queen").engine;
    Position p = parse_position(rules, "6/7/8/9/4GQ4/4gqgg3/4gg4/9/8/7/6 b - - 29 95");
    p = after(rules, p, parse_legal_move(rules, p, "h6h7"));
    CHECK(picked(rules, p) == std::vector{Move::pass()});
    CHECK(picked(rules, p, {}, {Move::pass(), Move(), Move::pass()}) == std::vector{Move::pass()});
}

TEST_CASE("capturing cells are those where a step captures") {
    for (const support::RulePair& rules : support::all_presets()) {
        if (rules.engine.removes()) continue; // removed pieces are not marked as captured
        std::size_t captures = 0;
        support::walk(rules.engine, setup_position(rules.engine, Setup::Standard), 7, 5000,
                      [&](const Position& p) {
                          if (p.captured.any()) return;
                          const Bitboard cells = capturing_cells(rules.engine, p, p.turn);
                          MoveList moves;
                          legal_moves(rules.engine, p, moves);
                          for (const Move move : moves) {
                              if (move.is_pass()) continue;
                              const Position next = after(rules.engine, p, move);
                              const bool captured = (next.captured & next.own()).any();
                              REQUIRE(cells.contains(move.to()) == captured);
                              captures += captured ? 1 : 0;
                          }
                      });
        CHECK(captures > 100);
    }
}

TEST_CASE("refutations come before captures, and these before quiet actions") {
    const RuleSet rules;
    std::size_t seen = 0;
    support::walk(
        rules, setup_position(rules, Setup::Standard), 8, 3000 / support::SHARE,
        [&](const Position& p) {
            const Bitboard capturing = capturing_cells(rules, p, p.turn);
            MoveList moves;
            legal_moves(rules, p, moves);
            if (moves.empty() || moves[0].is_pass() || is_settling(rules, p)) return;
            const Move refutation = moves[moves.size() - 1];
            const History history;
            MovePicker picker(rules, p, p.turn, {}, {refutation, Move(), refutation}, history, {});
            int stage = 0; // the refutation, captures, the rest
            for (ScoredMove scored = picker.next(); !scored.move.is_none();
                 scored = picker.next()) {
                const bool captures = capturing.contains(scored.move.to());
                const int now = scored.move == refutation ? 0 : captures ? 1 : 2;
                REQUIRE(now >= stage);
                REQUIRE(scored.is_quiet() == (now == 2));
                stage = now;
                seen += captures ? 1 : 0;
            }
        });
    CHECK(seen > 100 / support::SHARE);
}

TEST_CASE("history values approach their limit and stay within it") {
    const RuleSet rules;
    const Position p = setup_position(rules, Setup::Standard);
    MoveList moves;
    legal_moves(rules, p, moves);
    History history;
    const ContHistKeys before = {ContHistKey(~p.turn, p, moves[2]),
                                 ContHistKey(p.turn, p, moves[3])};
    for (int i = 0; i < 100; ++i) {
        history.update(p.turn, p, moves[0], before, History::LIMIT / 4);
        history.update(p.turn, p, moves[1], before, -History::LIMIT / 4);
    }
    const History::View view(history, rules, p.turn, p, before);
    // Three values: of the action itself, and after each of the two actions before it.
    CHECK(view.value(moves[0]) > 3 * History::LIMIT * 9 / 10);
    CHECK(view.value(moves[0]) <= 3 * History::LIMIT);
    CHECK(view.value(moves[1]) < -3 * History::LIMIT * 9 / 10);
    CHECK(History::View(history, rules, p.turn, p, {}).value(moves[0]) <= History::LIMIT);
    CHECK(History::View(history, rules, ~p.turn, p, before).value(moves[0]) == 0);
}

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
