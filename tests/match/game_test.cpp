// Whole games between mock engines, with and without faults (arena.md, Referee).
#include "tests/match/mock_table.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::match;
using namespace agon::match::test;
using namespace std::chrono_literals;

TEST_CASE("engines play until the rules end the game") {
    for (const char* dialect : {"uci", "ugi"})
        for (const char* variant : {"classic", "german", "same-ring", "bloody-queen"}) {
            CAPTURE(dialect);
            CAPTURE(variant);
            Table table({dialect}, variant);
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
    // Both are then sent the position before with the other side to move.
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

TEST_CASE("engines that forfeit for ever draw by lack of progress") {
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
