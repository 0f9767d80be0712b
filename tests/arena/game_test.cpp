// Whole games between mock engines, with and without faults (arena.md, Referee), pondering ones
// too. Clocks, and what they charge an engine for: its own time, not the arena's (arena.md,
// Clocks).
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/conversation/game_clock.hpp"
#include "tools/arena/match/game_player.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace agon;
using namespace agon::arena;
using namespace std::chrono_literals;

namespace {

struct Hearing : Traffic {
    int warnings = 0;
    std::vector<std::string> positions; ///< `position` lines that engines were sent
    std::vector<std::string> lines;     ///< all lines that they were sent
    void warned(const TextEngine&, std::string_view) override { ++warnings; }
    void sent(const TextEngine&, std::string_view line) override {
        if (line.starts_with("position ")) positions.emplace_back(line);
        lines.emplace_back(line);
    }

    /// The number of sent lines that begin with `begin`.
    [[nodiscard]] long sent_lines(std::string_view begin) const {
        return std::ranges::count_if(
            lines, [&](const std::string& line) { return line.starts_with(begin); });
    }
};

/// Plays games between a mock engine as white and another, perhaps faulty, as black.
struct Table {
    explicit Table(std::vector<std::string> arguments, const char* variant = "classic")
        : Table(variant, config(std::move(arguments))) {}

    Table(const char* variant, EngineConfig black) : Table(variant, config({}), std::move(black)) {}

    Table(const char* variant, EngineConfig white, EngineConfig black)
        : rules(make_match_rules(variant, "preset", "", {})),
          engines{TextEngine(loop, std::move(white), rules.options(), hearing),
                  TextEngine(loop, std::move(black), rules.options(), hearing)} {}

    static EngineConfig config(std::vector<std::string> arguments) {
        EngineConfig config;
        config.command.program = std::string(AGON_BIN) + "/mock_engine";
        config.protocol =
            !arguments.empty() && arguments[0] == "ugi" ? EngineProtocol::Ugi : EngineProtocol::Uci;
        config.name = "mock";
        config.command.args = std::move(arguments);
        parse_clock("20+1", config.time_control);
        return config;
    }

    /// With little time on its clock.
    static EngineConfig hurried(std::vector<std::string> arguments) {
        EngineConfig hurried = config(std::move(arguments));
        parse_clock("0.3+0.1", hurried.time_control);
        return hurried;
    }

    GameRecord play() {
        GameTask task;
        task.first = rules.start();
        task.start_is_setup = true;
        task.engines = {&engines[0], &engines[1]};
        GamePlayer player(rules, adjudication, spectator,
                          [](const std::string& line) { MESSAGE(line); });
        GameRecord result;
        player.play(task, [&](GameRecord record, std::optional<std::string> never_started) {
            result = std::move(record);
            refusal = std::move(never_started);
            loop.stop();
        });
        loop.restart();
        loop.run();
        return result;
    }

    Verdict verdict() { return play().verdict; }

    MatchRules rules;
    Adjudication adjudication;
    Spectator spectator;
    Hearing hearing;
    boost::asio::io_context loop;
    PerSide<TextEngine> engines;
    std::optional<std::string> refusal;
};

EngineConfig ponderer(const std::string& behaviour = "ponder") {
    EngineConfig config = Table::config({"uci", behaviour});
    config.ponder = true;
    return config;
}

/// Takes a second for each line that is received once `slow` is set, as a log on a slow disk might.
struct SlowLog : Traffic {
    bool slow = false;
    void received(const TextEngine&, std::string_view) override {
        if (slow) std::this_thread::sleep_for(1s);
    }
};

/// Starts an engine, asks it `position` and lets `meanwhile` run on the loop.
EngineAnswer ask(const EngineConfig& config, SlowLog& log, const std::string& position,
                 const std::function<void()>& meanwhile) {
    boost::asio::io_context loop;
    TextEngine engine(loop, config, {}, log);
    EngineAnswer result;
    engine.prepare([&](std::optional<Failure> failure) {
        REQUIRE_FALSE(failure);
        log.slow = true;
        engine.ask({position, "go nodes 1", 20s}, [&](EngineAnswer answer) {
            result = std::move(answer);
            engine.kill();
            loop.stop();
        });
        boost::asio::post(loop, meanwhile);
    });
    loop.run();
    REQUIRE_FALSE(result.failure);
    return result;
}

TimeControl clock_of(const char* text) {
    TimeControl control;
    parse_clock(text, control);
    return control;
}

} // namespace

TEST_CASE("engines play until the rules end the game") {
    for (const char* protocol : {"uci", "ugi"})
        for (const char* variant : {"classic", "german", "same-ring", "bloody-queen"}) {
            CAPTURE(protocol);
            CAPTURE(variant);
            Table table({protocol}, variant);
            const GameRecord record = table.play();
            REQUIRE_FALSE(table.refusal);
            CHECK(record.verdict.termination == Termination::Normal);
            Game game(table.rules.rules, table.rules.start());
            for (const ActionRecord& action : record.actions) {
                REQUIRE_FALSE(game.outcome());
                REQUIRE(is_legal(game.rules(), game.position(), action.move));
                CHECK(action.chooser == game.chooser());
                CHECK(action.evaluation.value == -17);
                game.play(action.move);
            }
            REQUIRE(game.outcome());
            CHECK(record.last == game.position());
            CHECK(record.verdict.result ==
                  (game.outcome()->winner ? win_of(*game.outcome()->winner) : Result::Draw));
        }
}

TEST_CASE("engines stay for the next game") {
    Table table({});
    CHECK(table.play().verdict.termination == Termination::Normal);
    CHECK(table.engines[0].running());
    CHECK(table.engines[1].running());
    CHECK(table.play().verdict.termination == Termination::Normal);
}

TEST_CASE("a hang is ended within clock, margin and two seconds") {
    Table table("classic", Table::hurried({"uci", "stall"}));
    const auto begin = std::chrono::steady_clock::now();
    CHECK(table.verdict().fault == Fault::Stall);
    CHECK(std::chrono::steady_clock::now() - begin < 400ms + 2s);
}

TEST_CASE("an engine that died is started again for the next game") {
    Table table({"uci", "die-move", "2"});
    CHECK(table.play().actions.size() == 3);
    CHECK_FALSE(table.engines[1].running());
    CHECK(table.play().actions.size() == 3);
}

TEST_CASE("an engine that does not greet plays no game") {
    EngineConfig config = Table::config({"uci", "silent"});
    config.start_limit = 300ms;
    Table silent("classic", config);
    silent.play();
    CHECK(silent.refusal == "engine mock does not start: did not greet within 0.3 s; perhaps "
                            "it does not flush its output; perhaps it speaks UGI: proto=ugi");
}

TEST_CASE("after kill() an operation does not call back, not even for a failed start") {
    EngineConfig config = Table::config({});
    config.command.program = "/no/such/program";
    boost::asio::io_context loop;
    Hearing hearing;
    TextEngine engine(loop, config, {}, hearing);
    int told = 0;
    engine.prepare([&](const auto&) { ++told; });
    engine.kill();
    loop.run();
    CHECK(told == 0);
    engine.prepare([&](const auto&) { ++told; });
    loop.restart();
    loop.run();
    CHECK(told == 1);
}

TEST_CASE("an engine without the match's options plays only when trusted") {
    EngineConfig config = Table::config({"uci", "no-options"});
    Table strict("classic", config);
    strict.play();
    REQUIRE(strict.refusal);
    CHECK(strict.refusal->find("has no option UCI_Variant") != std::string::npos);
    config.trust = true;
    Table trusting("classic", config);
    CHECK(trusting.verdict().termination == Termination::Normal);
    CHECK(trusting.hearing.warnings == 4); // one for each option of the match
}

TEST_CASE("under the touch rule an illegal action can cost only the turn") {
    Table table({"uci", "illegal-once", "2"});
    table.rules.touch = TouchRule::ForfeitTurn;
    const GameRecord record = table.play();
    CHECK(record.verdict.termination == Termination::Normal);
    CHECK(forfeited_turns(record) == PerSide<std::uint64_t>{0, 1});
    REQUIRE(record.actions.size() > 5);
    CHECK(record.actions[3].forfeited == "'a1l11' is illegal: no black piece on a1");
    CHECK(record.actions[3].move == Move::pass());
    CHECK(record.actions[3].chooser == Side::Black);
    CHECK(record.actions[4].chooser == Side::White);
    // Both are then sent the previous position with the other side to move.
    Position position = record.first;
    for (std::size_t i = 0; i < 3; ++i) apply(table.rules.rules, position, record.actions[i].move);
    CHECK(position.turn == Side::Black);
    position.turn = Side::White;
    ++position.clock;
    ++position.number;
    const std::string told = "position fen " + to_text(position);
    CHECK(table.hearing.positions[4] == told);
    CHECK(table.hearing.positions[5] == told + " moves " + to_text(record.actions[4].move));
    // The rest are legal from there.
    position = parse_position(table.rules.rules, to_text(position));
    for (std::size_t i = 4; i < record.actions.size(); ++i) {
        REQUIRE(is_legal(table.rules.rules, position, record.actions[i].move));
        apply(table.rules.rules, position, record.actions[i].move);
    }
    CHECK(record.last == position);
}

TEST_CASE("engines that forfeit forever draw by lack of progress") {
    Table table("classic", Table::config({"uci", "illegal"}), Table::config({"uci", "illegal"}));
    table.rules.touch = TouchRule::ForfeitTurn;
    const GameRecord record = table.play();
    CHECK(record.verdict.result == Result::Draw);
    CHECK(record.verdict.reason == "Draw (no progress)");
    CHECK(record.actions.size() == 100);
    CHECK(forfeited_turns(record) == PerSide<std::uint64_t>{50, 50});
    table.adjudication.max_moves = 7;
    CHECK(table.play().actions.size() == 14);
}

TEST_CASE("engines that expect the right action ponder and are sent ponderhit") {
    Table table("classic", ponderer(), ponderer());
    table.adjudication.max_moves = 5;
    const GameRecord record = table.play();
    CHECK(record.verdict.termination == Termination::Adjudication);
    CHECK(record.actions.size() == 10);
    const Hearing& hearing = table.hearing;
    CHECK(hearing.sent_lines("setoption name Ponder value true") == 2);
    // Each is asked once; the other eight actions are expected. After the last two actions no
    // engine ponders, because the game ends before the answer would be needed.
    CHECK(hearing.sent_lines("go wtime") == 2);
    CHECK(hearing.sent_lines("go ponder wtime") == 8);
    CHECK(hearing.sent_lines("ponderhit") == 8);
    CHECK(hearing.sent_lines("stop") == 0);
}

TEST_CASE("after a miss the engine is stopped, its answer dropped, and it is asked again") {
    Table table("classic", ponderer(), Table::config({}));
    const GameRecord record = table.play();
    CHECK(record.verdict.termination == Termination::Normal);
    CHECK(table.hearing.sent_lines("stop") > 0);
    CHECK(table.hearing.sent_lines("go ponder") ==
          table.hearing.sent_lines("stop") + table.hearing.sent_lines("ponderhit"));
    // A stale answer would have been an illegal action, or the wrong one: white plays the first.
    Game game(table.rules.rules, record.first);
    for (const ActionRecord& action : record.actions) {
        MoveList moves;
        legal_moves(game.rules(), game.position(), moves);
        if (action.chooser == Side::White) {
            REQUIRE(action.move == moves[0]);
        }
        game.play(action.move);
    }
}

TEST_CASE("the clock stops while an engine ponders") {
    EngineConfig white = ponderer();
    EngineConfig black = Table::config({"uci", "slow"}); // 100 ms for each action
    parse_clock("1.5", white.time_control);
    Table table("classic", white, black);
    table.adjudication.max_moves = 18;
    CHECK(table.verdict().termination == Termination::Adjudication);
    CHECK(table.hearing.sent_lines("go ponder") > 15);
}

TEST_CASE("only legal actions are pondered on, by engines that can") {
    Table illegal("classic", ponderer("ponder-illegal"), Table::config({}));
    CHECK(illegal.verdict().termination == Termination::Normal);
    CHECK(illegal.hearing.sent_lines("go ponder") == 0);
    Table unable("classic", ponderer("no-ponder"), Table::config({"uci", "ponder"}));
    CHECK(unable.verdict().termination == Termination::Normal);
    CHECK(unable.hearing.warnings == 1); // it has no option Ponder
    CHECK(unable.hearing.sent_lines("go ponder") == 0);
}

TEST_CASE("an engine that does not stop pondering loses and is killed") {
    Table table("classic", ponderer("ponder-deaf"), Table::config({}));
    const Verdict verdict = table.verdict();
    CHECK(verdict.result == Result::BlackWins);
    CHECK(verdict.fault == Fault::Stall);
    CHECK(verdict.reason == "White's connection stalls (did not stop pondering within 1 s)");
    CHECK_FALSE(table.engines[0].running());
}

TEST_CASE("a decided game stays decided if the other engine does not stop pondering") {
    Table table("classic", ponderer("ponder-deaf"), Table::config({"uci", "die-move"}));
    const Verdict verdict = table.verdict();
    CHECK(verdict.result == Result::WhiteWins);
    CHECK(verdict.fault == Fault::Crash);
    CHECK_FALSE(table.engines[0].running());
    CHECK(table.verdict().fault == Fault::Crash); // both are started again
}

TEST_CASE("an engine that dies while it ponders crashes") {
    Table table("classic", ponderer("die-ponder"), Table::config({"uci", "slow"}));
    const Verdict verdict = table.verdict();
    CHECK(verdict.result == Result::BlackWins);
    CHECK(verdict.fault == Fault::Crash);
}

TEST_CASE("an engine that answers go ponder too early plays on") {
    Table table("classic", ponderer("ponder-early"), ponderer("ponder-early"));
    table.adjudication.max_moves = 5;
    CHECK(table.play().actions.size() == 10);
    CHECK(table.hearing.sent_lines("go ponder") == 8);
    // With a slow opponent the early answer surely comes before the ponderhit.
    EngineConfig slow = Table::config({"uci", "slow"});
    parse_clock("9", slow.time_control);
    Table early("classic", ponderer("ponder-early"), slow);
    early.adjudication.max_moves = 3;
    CHECK(early.play().actions.size() == 6);
    CHECK(early.hearing.warnings > 0);
    Table missing("classic", ponderer("ponder-early"), Table::config({}));
    CHECK(missing.verdict().termination == Termination::Normal);
}

TEST_CASE("where turns are uneven every go ponder ends with ponderhit or stop") {
    for (const char* variant : {"german", "way-to-play", "bloody-queen", "same-ring"}) {
        CAPTURE(variant);
        Table table(variant, ponderer(), ponderer());
        CHECK(table.verdict().termination == Termination::Normal);
        CHECK(table.hearing.sent_lines("ponderhit") > 0);
        CHECK(table.hearing.sent_lines("go ponder") ==
              table.hearing.sent_lines("stop") + table.hearing.sent_lines("ponderhit"));
    }
}

TEST_CASE("the arena's own work between an answer and its handling is not charged") {
    SlowLog log;
    const auto other_game = [] { std::this_thread::sleep_for(1s); };
    const EngineAnswer answer = ask(Table::config({}), log, "position startpos", other_game);
    // The mock answers at once; other work on the loop took one second, its info line another.
    CHECK(answer.elapsed < 1s);
}

TEST_CASE("the clock starts when the whole question has been written") {
    // Does not read for two seconds, and the question is longer than a pipe holds.
    EngineConfig config;
    config.command = {"sh",
                      {"-c", R"(while read -r line; do
        case $line in
        uci) echo uciok;;
        isready) echo readyok; sleep 2;;
        go*) echo bestmove a1b2;;
        esac
    done)"},
                      {}};
    SlowLog log;
    const std::string position = "position startpos" + std::string(200'000, ' ');
    CHECK(ask(config, log, position, [] {}).elapsed < 2s);
}

TEST_CASE("time controls are read and written as in fastchess") {
    const TimeControl control = clock_of("40/1:30.5+0.25");
    CHECK(control.moves == 40);
    CHECK(control.time == 90'500ms);
    CHECK(control.increment == 250ms);
    for (const char* text : {"10+0.1", "40/60+0.6", "0.5", "7"})
        CHECK(to_text(clock_of(text)) == text);
    CHECK(to_text(clock_of("inf")) == "-");
    CHECK_FALSE(clock_of("inf").bounded());

    TimeControl per_action;
    per_action.move_time = parse_seconds("0.5");
    CHECK(to_text(per_action) == "0.5/move");
}

TEST_CASE("invalid time controls are refused, and the old one is kept") {
    for (const char* text : {"", "x", "10+", "+0.1", "0/10", "-1", "10+-1", "1:x", "0+0", "1e3",
                             "/5", "99999999999", "1.-5", ".", "1 "}) {
        CAPTURE(text);
        TimeControl control = clock_of("5+1");
        CHECK_THROWS_AS(parse_clock(text, control), Error);
        CHECK(control == clock_of("5+1"));
    }
}

TEST_CASE("a clock with increment") {
    GameClock clock(clock_of("10+0.1"));
    CHECK(clock.remaining() == 10'100ms);
    CHECK_FALSE(clock.moves_to_go());
    CHECK(clock.spend(2s));
    CHECK(clock.remaining() == 8'200ms);
    CHECK(clock.spend(8'200ms)); // to the last microsecond
    CHECK(clock.remaining() == 100ms);
    CHECK_FALSE(clock.spend(100'001us));
}

TEST_CASE("a clock with periods gets its time again in each period") {
    GameClock clock(clock_of("2/10"));
    CHECK(clock.moves_to_go() == 2);
    CHECK(clock.spend(4s));
    CHECK(clock.moves_to_go() == 1);
    CHECK(clock.spend(5s));
    CHECK(clock.moves_to_go() == 2);
    CHECK(clock.remaining() == 11s);
}

TEST_CASE("time within the margin is forgiven, and not taken off the next action") {
    TimeControl control = clock_of("1");
    control.margin = 50ms;
    GameClock clock(control);
    CHECK(clock.budget() == 1'050ms);
    CHECK(clock.spend(1'040ms));
    CHECK(clock.remaining() == 0ms);
    CHECK(clock.spend(50ms));
    CHECK_FALSE(clock.spend(51ms));
}

TEST_CASE("time for each action starts again each time") {
    TimeControl control;
    control.move_time = 100ms;
    GameClock clock(control);
    CHECK_FALSE(clock.remaining());
    CHECK(clock.spend(100ms));
    CHECK(clock.spend(100ms));
    CHECK_FALSE(clock.spend(101ms));
}

TEST_CASE("without a time limit no answer is late") {
    TimeControl control;
    control.nodes = 1;
    GameClock clock(control);
    CHECK_FALSE(clock.budget());
    CHECK(clock.spend(1h));
}
