// The facade: limits, control, draws, several lines.
#include "engine/error.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/move.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/refuges.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/elo_ladder.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/options.hpp"
#include "tests/search/recorder.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>
#include <tuple>

using namespace agon;
using namespace agon::search;
using namespace std::chrono_literals;
using support::game_of;

namespace {

Game standard_game() {
    const RuleSet rules;
    return Game(rules, setup_position(rules, Setup::Standard));
}

bool legal_line(Game game, const std::vector<Move>& line) {
    for (const Move move : line) {
        if (!is_legal(game.rules(), game.position(), move)) return false;
        game.play(move);
    }
    return true;
}

} // namespace

TEST_CASE("every line reported is legal and the answer is the best one's first action") {
    const auto searched = support::search_to_depth(standard_game(), 6);
    for (const auto& [info, line] : searched.infos) {
        CHECK_FALSE(line.empty());
        CHECK(legal_line(standard_game(), line));
    }
    CHECK(searched.last().line[0] == searched.answer.best);
    CHECK(searched.last().line[1] == searched.answer.ponder);
    CHECK(searched.last().info.depth == 6);
}

TEST_CASE("the chances of a line are those of its score and of the network's output of draws") {
    const Game game = standard_game();
    const SteadyClock clock;
    for (const int bias : {-32'640, 0, 32'640}) { // -2, 0 and 2 in every position
        Engine engine(clock);
        auto network = std::make_shared<nnue::Network>(engine.network(game.rules()));
        auto& draws = network->draws.emplace();
        for (auto& bucket : draws.output)
            for (auto& row : bucket) row.fill(0);
        draws.bias.fill(bias);
        engine.set_network(network);
        const double half_won = nnue::half_won_at(*network, game.rules(), game.position());
        CHECK(half_won == doctest::Approx(250 * std::log1p(std::exp(4.0 * bias / 16'320)) / 4));
        Limits limits;
        limits.depth = 3;
        const auto searched = support::search(engine, game, limits);
        REQUIRE_FALSE(searched.infos.empty());
        for (const auto& [info, line] : searched.infos) {
            const WinDrawLoss expected = win_draw_loss(info.score, half_won);
            CHECK(info.wdl.win == expected.win);
            CHECK(info.wdl.draw == expected.draw);
            CHECK(info.wdl.loss == expected.loss);
        }
    }
}

TEST_CASE("if pieces are flanked along rings, a side in a refuge is never scored as lost") {
    // White's queen is on the throne and her guards are far away (bench/solved.md). In botermans
    // Black is in S, with guards on e5 and f7.
    for (const char* preset : {"botermans", "neto", "same-ring"})
        for (const char turn : {'w', 'b'}) {
            const std::string text =
                std::string("q5/7/8/9/4g5/5Q5/4g5/9/8/gggg3/GGGGGG ") + turn + " - - 0 1";
            CAPTURE(preset);
            CAPTURE(text);
            const auto searched =
                support::search_to_depth(game_of(support::preset(preset).engine, text), 6);
            for (const auto& [info, line] : searched.infos) {
                CHECK((turn == 'w' ? info.score : -info.score) >= 0);
                CHECK((turn == 'w' ? info.wdl.loss : info.wdl.win) == 0);
                CHECK(info.wdl.win + info.wdl.draw + info.wdl.loss == 1000);
                if (std::string_view(preset) == "botermans") {
                    CHECK(info.score == 0);
                    CHECK(info.wdl.draw == 1000);
                }
            }
        }
    // Under no_action = loses her side may run out of actions, and nothing is known.
    RuleSet rules = support::preset("botermans").engine;
    CHECK(refuges_of(rules).throne);
    rules.no_action = NoAction::Loses;
    CHECK_FALSE(refuges_of(rules).throne);
}

TEST_CASE("a captured queen on the throne is in no refuge") {
    // Such a position can only be set up. White may put her anywhere, and agon-solve says that it
    // wins in 4.
    const RuleSet rules = support::preset("same-ring").engine;
    const Position position =
        parse_position(rules, "GGGGGG/7/8/9/4gg4/4gQg4/4gq4/9/5g2/7/6 w f6 - 0 1");
    CHECK_FALSE(is_safe(refuges_of(rules), position, Side::White));
    CHECK_FALSE(is_safe(refuges_of(rules), position, Side::Black));
}

TEST_CASE("a game that was drawn is a draw, whatever the contempt") {
    const support::HandClock clock;
    Engine engine(clock);
    const RuleSet rules;
    const Game game(rules, parse_position(rules, "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - "
                                                 "100 1"));
    REQUIRE(game.outcome());
    for (const int contempt : {0, 500, -500}) {
        engine.options.contempt = contempt;
        const Info info = support::search(engine, game, {}).last().info;
        CHECK(info.score == -contempt);
        CHECK(std::tuple(info.wdl.win, info.wdl.draw, info.wdl.loss) == std::tuple(0, 1000, 0));
    }
}

TEST_CASE("an action that is to be pondered on is the other side's") {
    // Black relocates two pieces in one turn.
    const RuleSet rules = support::preset("german").engine;
    const Game game(rules, parse_position(rules, "6/6G/6Gg/3G3q1/3g6/3G4Gg1/1g8/2Q4g1/6g1/7/2G3 b "
                                                 "e7,l9 - 0 21"));
    const auto searched = support::search_to_depth(game, 4);
    CHECK(searched.last().line.size() > 1);
    CHECK(searched.answer.ponder.is_none());
}

TEST_CASE("one thread is deterministic after clear()") {
    const support::HandClock clock;
    Engine used(clock);
    Limits limits;
    limits.nodes = 20'000;
    const Presets presets;
    used.set_hash(4);
    used.options.multi_pv = 3;
    for (const char* name : {"same-ring", "bloody-queen", "german", "classic"}) {
        const RuleSet& rules = presets.at(name).rules;
        (void)support::search(used, Game(rules, setup_position(rules, Setup::Standard)), limits);
        (void)support::search(used, Game(rules, setup_position(rules, Setup::Placement)), limits);
    }
    used.options.multi_pv = 1;
    SUBCASE("resized, and so empty") { used.set_hash(MIN_HASH_MB); }
    SUBCASE("resized, and filled again") {
        used.set_hash(MIN_HASH_MB);
        (void)support::search(used, standard_game(), limits);
    }
    used.clear();
    Engine fresh(clock);
    fresh.set_hash(MIN_HASH_MB);
    // The first actions of a game; from the second on the table is not empty.
    Game game = standard_game();
    for (int i = 0; i < 6; ++i) {
        const auto searched = support::search(used, game, limits);
        const auto expected = support::search(fresh, game, limits);
        REQUIRE(searched.infos.size() == expected.infos.size());
        for (std::size_t k = 0; k < expected.infos.size(); ++k) {
            const Info& a = searched.infos[k].info;
            const Info& b = expected.infos[k].info;
            CHECK(std::tie(a.depth, a.selective_depth, a.score, a.bound, a.nodes, a.hash_full) ==
                  std::tie(b.depth, b.selective_depth, b.score, b.bound, b.nodes, b.hash_full));
            CHECK(searched.infos[k].line == expected.infos[k].line);
        }
        REQUIRE(searched.answer.best == expected.answer.best);
        CHECK(searched.answer.ponder == expected.answer.ponder);
        CHECK(searched.answer.nodes == expected.answer.nodes);
        game.play(expected.answer.best);
    }
}

TEST_CASE("no action is remembered from an earlier search where a capture makes a threat") {
    // Here a guard leaves the board, so a capture can make way for the enemy's queen, and the node
    // after it is searched one ply deep.
    const support::HandClock clock;
    Engine used(clock);
    const Game game = game_of(Presets().at("kanare").rules,
                              "6/7/5g2/2g6/3gG5/3g1Q5/2G1GG4/2g1q1g2/8/7/6 b - - 0 1");
    Limits limits;
    limits.depth = 2;
    const std::uint64_t fresh = support::search(used, game, limits).answer.nodes;
    Limits longer;
    longer.nodes = 3000;
    (void)support::search(used, game, longer);
    used.clear();
    CHECK(support::search(used, game, limits).answer.nodes == fresh);
}

TEST_CASE("captured guards that are relocated in one turn are no reason to search deeper") {
    // White threatens to complete the ring, and black has six guards to place on 30 cells: over
    // 10^8 ways. The first iteration, which nothing stops, searched them all.
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.depth = 1;
    const RuleSet german = Presets().at("german").rules;
    const auto nodes = [&](const char* board) {
        return support::search(engine, game_of(german, board), limits).answer.nodes;
    };
    CHECK(nodes("6/7/8/9/4G1G3/4GQG4/4GG2g1/7g1/6g1/1g1g1g1/q5 b b2,d2,f2 - 0 1") < 10'000);
    CHECK(nodes("6/7/8/9/4G1G3/4GQG4/4GG2g1/7g1/6g1/1g1g1g1/q5 b b2,d2,f2,g3,h4,j5 - 0 1") <
          10'000);
}

TEST_CASE("a line that the other side can lead back to an earlier position is no advantage") {
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.depth = 3;
    support::Random random(1);
    int lines = 0;
    for (int i = 0; i < (support::SLOW_BUILD ? 2000 : 8000); ++i) {
        const RuleSet rules;
        const std::string text = support::random_position(random, naive::Effect::Relocate);
        CAPTURE(text);
        Game game(rules, parse_position(rules, text), {.repetition = 2, .no_progress = 0});
        if (game.outcome()) continue;
        engine.clear();
        const Side us = game.chooser();
        const auto searched = support::search(engine, game, limits);
        for (const Move move : searched.last().line) game.play(move);
        if (game.outcome()) continue;
        MoveList moves;
        legal_moves(rules, game.position(), moves);
        const bool repeats = std::ranges::any_of(moves, [&](Move move) {
            game.play(move);
            const auto outcome = game.outcome();
            game.undo();
            return outcome && outcome->reason == Reason::Repetition;
        });
        if (!repeats) continue;
        ++lines;
        const Score score = searched.answer.score;
        CHECK((game.chooser() == us ? score : -score) >= 0);
    }
    CHECK(lines > 1);
}

TEST_CASE("a limit on nodes is kept") {
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    for (const std::uint64_t nodes : {1u, 100u, 12'345u}) {
        limits.nodes = nodes;
        const auto searched = support::search(engine, standard_game(), limits);
        // The first iteration always finishes: one node for each action at most.
        CHECK(searched.answer.nodes <= std::max<std::uint64_t>(nodes, MAX_MOVES));
        CHECK_FALSE(searched.answer.best.is_none());
        CHECK_FALSE(searched.infos.empty());
    }
}

TEST_CASE("after a soft limit of nodes no iteration begins") {
    for (const std::uint64_t nodes : {1U, 1000U, 20'000U}) {
        Limits limits;
        limits.soft_nodes = nodes;
        const auto infos = support::search_with_new_engine(standard_game(), limits).infos;
        int depth = 0;
        for (const auto& [info, line] : infos) {
            CHECK(info.bound == Bound::Exact);
            CHECK(info.depth == ++depth);
            CHECK((info.nodes >= nodes) == (&info == &infos.back().info));
        }
    }
}

TEST_CASE("time: the hard limit ends an iteration, and a search without any time still answers") {
    support::HandClock clock;
    clock.run(1ms); // every look at the clock takes a millisecond
    Engine engine(clock);
    Limits limits;
    for (const Milliseconds time : {0ms, 20ms, 200ms}) {
        limits.move_time = time;
        const auto searched = support::search(engine, standard_game(), limits);
        CHECK_FALSE(searched.answer.best.is_none());
        // The clock is read every 1024 nodes, and a few times for each iteration reported.
        CHECK(searched.answer.nodes <= static_cast<std::uint64_t>(time.count() + 1) * 1024);
    }
    limits.move_time.reset();
    limits.time[1] = 1h; // the other's: the chooser's own is missing, so 0
    CHECK(support::search(engine, standard_game(), limits).answer.nodes <= MAX_MOVES);
}

TEST_CASE("time counts from when the search was requested") {
    support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.move_time = 100ms;
    Control control;
    control.asked_at(clock.now());
    clock.advance(100ms); // waiting for a thread
    support::Recorder recorder;
    (void)engine.search(standard_game(), limits, control, recorder);
    CHECK(recorder.infos.back().info.depth == 1); // the minimum
    CHECK(recorder.infos.back().info.time == 100ms);
}

TEST_CASE("a stop that comes before the search is not lost") {
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.infinite = true;
    Control control;
    control.stop();
    support::Recorder recorder;
    const Answer answer = engine.search(standard_game(), limits, control, recorder);
    CHECK_FALSE(answer.best.is_none());
    CHECK_FALSE(recorder.infos.empty());
}

TEST_CASE("infinite and pondering searches answer only after a stop or ponderhit") {
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    bool by_hit = false;
    SUBCASE("stop") {}
    SUBCASE("ponderhit") { by_hit = true; }
    (limits.*(by_hit ? &Limits::ponder : &Limits::infinite)) = true;
    limits.depth = 2; // exhausted at once
    const auto allow = [&](Control& control) { by_hit ? control.ponderhit() : control.stop(); };
    {
        Control control; // of a thread that searches and reads commands
        bool waits = false;
        control.look_by([&](bool may_sleep) {
            if (!may_sleep) return;
            waits = true;
            allow(control);
        });
        support::Recorder recorder;
        (void)engine.search(standard_game(), limits, control, recorder);
        CHECK(waits);
        CHECK(recorder.infos.back().info.depth == 2);
    }
    Control control;
    support::Recorder recorder;
    std::atomic<bool> exhausted = false, answered = false;
    recorder.each = [&](const support::Recorded& recorded) {
        if (recorded.info.depth < 2) return;
        exhausted = true;
        exhausted.notify_one();
    };
    std::jthread thread([&] {
        (void)engine.search(standard_game(), limits, control, recorder);
        answered = true;
    });
    exhausted.wait(false);
    CHECK_FALSE(answered);
    allow(control);
    thread.join();
    CHECK(answered);
}

TEST_CASE("the clock of a pondering search starts at the ponderhit") {
    support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.ponder = true;
    limits.move_time = 10ms;
    Control control;
    support::Recorder recorder;
    int depth_at_hit = 0;
    recorder.each = [&](const support::Recorded& recorded) {
        if (recorded.info.depth < 5) return clock.advance(1h); // pondering costs nothing
        if (recorded.info.depth == 5) {
            control.ponderhit();
            depth_at_hit = 5;
        } else {
            clock.advance(20ms);
        }
    };
    (void)engine.search(standard_game(), limits, control, recorder);
    CHECK(depth_at_hit == 5);
    CHECK(recorder.infos.back().info.depth == 6);
}

TEST_CASE("a search stopped in a re-search reports no bound as exact") {
    const auto search = [](const Game& game, std::uint64_t nodes) {
        support::HandClock clock;
        Engine engine(clock);
        Limits limits;
        limits.nodes = nodes;
        Control control;
        control.asked_at(clock.now());
        clock.advance(1h); // in long searches every pass reports its bound
        support::Recorder recorder;
        (void)engine.search(game, limits, control, recorder);
        return recorder.infos;
    };
    std::size_t stopped = 0;
    const auto check = [&](const Game& game) {
        const auto all = search(game, support::SLOW_BUILD ? 20'000 : 200'000);
        for (std::size_t i = 0; i + 2 < all.size(); ++i) {
            const Info& bound = all[i].info;
            const Info& next = all[i + 1].info;
            if (bound.bound == Bound::Exact || next.score == bound.score) continue;
            // Stopped between the two, the search at first knows only the bound. Later it knows
            // what the root's actions have shown.
            for (const std::uint64_t part : {1U, 2U, 16U, 64U, 99U}) {
                const auto some =
                    search(game, bound.nodes + 1 + (next.nodes - bound.nodes) * part / 100);
                CAPTURE(bound.depth);
                CAPTURE(bound.score);
                REQUIRE(some.size() >= i + 1);
                for (std::size_t k = i + 1; k < some.size(); ++k) {
                    const Info& last = some[k].info;
                    ++stopped;
                    CHECK((last.bound == bound.bound || last.score != bound.score));
                }
            }
        }
    };
    // How often a window must be widened depends on the evaluation.
    const std::size_t enough = support::SLOW_BUILD ? 3 : 30;
    for (const auto& row : support::perft_rows("perft-positions.txt")) {
        CAPTURE(row.start);
        const Game game = game_of(support::preset(row.preset).engine, row.start);
        if (stopped < enough && !game.outcome()) check(game);
    }
    CHECK(stopped >= enough);
}

TEST_CASE("an exception from the listener ends all threads") {
    struct Failure {};
    const support::HandClock clock;
    Engine engine(clock);
    engine.set_threads(4);
    Control control;
    support::Recorder recorder;
    recorder.each = [](const support::Recorded&) { throw Failure(); };
    // Without limits, a thread that nobody stops would go on for ever.
    CHECK_THROWS_AS((void)engine.search(standard_game(), {}, control, recorder), Failure);
    Limits limits;
    limits.depth = 2;
    CHECK_FALSE(support::search(engine, standard_game(), limits).answer.best.is_none());
}

TEST_CASE("searchmoves restricts the root") {
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.depth = 3;
    limits.root_moves = {parse_move("a5b5"), parse_move("a1b1")};
    const auto answer = support::search(engine, standard_game(), limits).answer;
    CHECK(std::ranges::find(limits.root_moves, answer.best) != limits.root_moves.end());
}

TEST_CASE("several lines are different actions, best first") {
    const support::HandClock clock;
    Engine engine(clock);
    engine.options.multi_pv = 4;
    Limits limits;
    limits.depth = 7;
    // Here, at depth 5, a fourth line that is searched later turns out better than the third.
    const RuleSet rules;
    const Game game(rules,
                    parse_position(rules, "6/7/8/5Gq2/5G4/4GQG4/3GG2g2/g1g1g4/8/6g/g5 w - - 0 41"));
    const auto searched = support::search(engine, game, limits);
    REQUIRE(searched.infos.size() == 28);
    for (int depth = 0; depth < 7; ++depth)
        for (int line = 0; line < 4; ++line) {
            const auto& [info, moves] = searched.infos[static_cast<std::size_t>(depth * 4 + line)];
            CHECK(info.depth == depth + 1);
            CHECK(info.line == line + 1);
            for (int earlier = 0; earlier < line; ++earlier) {
                const auto& above = searched.infos[static_cast<std::size_t>(depth * 4 + earlier)];
                CHECK(above.line[0] != moves[0]);
                CHECK(above.info.score >= info.score);
            }
        }
    engine.options.multi_pv = MAX_MULTI_PV; // more than there are actions
    limits.depth = 1;
    CHECK(support::search(engine, standard_game(), limits).infos.size() == 27);
}

TEST_CASE("a finished game has a score and no action") {
    const RuleSet rules;
    const support::HandClock clock;
    Engine engine(clock);
    SUBCASE("won: the turn has passed to the loser") {
        const auto searched = support::search(
            engine, game_of(rules, "6/7/8/9/4GG4/4GQG4/4GG4/9/8/q6/gggggg b - - 0 9"), {});
        CHECK(searched.answer.best.is_none());
        CHECK(mate_number(searched.last().info.score) == 0);
        CHECK(is_loss(searched.last().info.score));
    }
    SUBCASE("drawn") {
        engine.options.contempt = 30;
        const auto searched = support::search(
            engine, game_of(rules, "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 100 60"), {});
        CHECK(searched.answer.best.is_none());
        CHECK(searched.last().info.score == -30);
    }
}

TEST_CASE("a draw is worth -contempt to the root's chooser") {
    // With a no-progress limit of 1 a step along a ring draws at once.
    const RuleSet rules;
    Game game(rules, setup_position(rules, Setup::Standard), {0, 1});
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.depth = 2;
    limits.root_moves = {parse_move("a1a2")}; // along the ring
    for (const Score contempt : {-500, 0, 500}) {
        engine.options.contempt = contempt;
        CHECK(support::search(engine, game, limits).last().info.score == -contempt);
    }
}

TEST_CASE("if repeating loses, the side that chose the action loses, and a search for a mate is "
          "refused") {
    RuleSet rules;
    rules.repetition = Repetition::Loses;
    Game game(rules, setup_position(rules, Setup::Standard));
    for (const char* action : {"a1b1", "l11k11", "b1a1", "k11l11", "a1b1", "l11k11", "b1a1"})
        game.play(parse_legal_move(rules, game.position(), action));
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.depth = 6;
    const auto free = support::search(engine, game, limits);
    CHECK(free.answer.best != parse_move("k11l11")); // the setup for the third time
    CHECK(std::abs(free.answer.score) < LARGEST_EVALUATION);
    limits.root_moves = {parse_move("k11l11")};
    CHECK(support::search(engine, game, limits).answer.score == -WIN_BY_REPETITION);
    // The table keeps nothing of this for a game without those actions.
    CHECK(std::abs(support::search(engine, Game(rules, game.position()), limits).answer.score) <
          LARGEST_EVALUATION);
    game.play(parse_move("k11l11"));
    CHECK(to_text(game.outcome()) == "white wins (repetition)");
    CHECK(is_win(support::search(engine, game, limits).answer.score));
    game.undo();
    limits.mate = 2;
    CHECK_THROWS_WITH_AS((void)support::search(engine, game, limits),
                         doctest::Contains("under repetition = loses"), Error);
}

TEST_CASE("if the first occurrence of a position loses, each action does") {
    RuleSet rules;
    rules.repetition = Repetition::Loses;
    const Game game(rules, setup_position(rules, Setup::Standard), {.repetition = 1});
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.depth = 2;
    CHECK(support::search(engine, game, limits).answer.score == -WIN_BY_REPETITION);
}

TEST_CASE("a score falls towards a draw as the no-progress limit comes near") {
    const RuleSet rules;
    Limits limits;
    limits.depth = 1;
    limits.root_moves = {parse_move("j6j7")}; // along the ring
    const auto score = [&](int clock, int no_progress) {
        const std::string counters = std::to_string(clock) + " 96";
        Game game =
            game_of(rules, "6/7/8/2g1g4/3GGg4/2Gq1Q2g2/4GG2g1/3Gg4/8/7/6 b - - " + counters);
        game.set_limits({.repetition = 0, .no_progress = no_progress});
        return support::search_with_new_engine(game, limits).last().info.score;
    };
    const Score full = score(0, 0);
    REQUIRE(full > 50);
    REQUIRE(full < LARGEST_EVALUATION);
    CHECK(score(95, 0) == full);
    Score before = full + 1;
    for (const int clock : {0, 30, 60, 95}) {
        const Score now = score(clock, 100);
        CHECK(now < before);
        CHECK(now > 0);
        before = now;
    }
}

TEST_CASE("limited strength searches fewer nodes") {
    const support::HandClock clock;
    Engine engine(clock);
    Limits limits;
    limits.depth = 8;
    std::uint64_t before = 0;
    for (const int elo : {MIN_ELO, (MIN_ELO + MAX_ELO) / 2, MAX_ELO}) {
        engine.options.elo = elo;
        engine.clear();
        const auto answer = support::search(engine, standard_game(), limits).answer;
        CHECK(answer.nodes > before);
        before = answer.nodes;
    }
}

TEST_CASE("several threads report a legal line") {
    for (const int threads : {2, 4}) {
        const auto searched = support::search_to_depth(standard_game(), 6, threads);
        CHECK(legal_line(standard_game(), searched.last().line));
    }
}
