// Pondering (arena.md, Clocks), with engines that expect the right action and with faulty ones.
#include "tests/match/mock_table.hpp"

#include "engine/game/movegen.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::match;
using namespace agon::match::test;

namespace {

EngineConfig ponderer(const std::string& behaviour = "ponder") {
    EngineConfig config = Table::config({"uci", behaviour});
    config.ponder = true;
    return config;
}

} // namespace

TEST_CASE("engines that expect the right action ponder and are sent ponderhit") {
    Table table("classic", ponderer(), ponderer());
    table.adjudication.max_moves = 5;
    const GameRecord record = table.play();
    CHECK(record.verdict.termination == Termination::Adjudication);
    CHECK(record.actions.size() == 10);
    const Hearing& hearing = table.hearing;
    CHECK(hearing.sent_lines("setoption name Ponder value true") == 2);
    // Each is asked once; the other eight actions are expected. After the last two actions nobody
    // ponders, because the game ends before the answer would be needed.
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

TEST_CASE("the clock stands while an engine ponders") {
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
