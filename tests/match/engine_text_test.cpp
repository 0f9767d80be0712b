#include "engine/record/pgn_reader.hpp"
#include "tools/arena/conversation/engine_text.hpp"
#include "tools/arena/conversation/process.hpp"

#include <doctest/doctest.h>
#include <spdlog/fmt/fmt.h>

#include <limits>
#include <string>
#include <vector>

using namespace agon;
using namespace agon::match;
using namespace std::chrono_literals;
using Kind = Evaluation::Kind;

namespace {

Evaluation after_lines(std::initializer_list<const char*> lines) {
    Evaluation evaluation;
    for (const char* line : lines) read_info(line, evaluation);
    return evaluation;
}

std::vector<std::string> split(std::initializer_list<std::string_view> chunks) {
    LineSplitter splitter;
    std::vector<std::string> lines;
    const auto keep = [&](std::string_view line) { lines.emplace_back(line); };
    for (const auto chunk : chunks) splitter.feed(chunk, keep);
    splitter.finish(keep);
    return lines;
}

} // namespace

TEST_CASE("info lines give the last score of the first variation") {
    const Evaluation evaluation = after_lines(
        {"info depth 11 seldepth 15 multipv 1 score cp 20 nodes 900 nps 1 time 3 pv a1b2",
         "info depth 12 seldepth 18 multipv 1 score cp 31 nodes 123456 nps 1 hashfull 3 "
         "time 512 pv a1b2 score cp 99",
         "info depth 12 multipv 2 score cp -400 nodes 123460 pv b1b2",
         "info string depth 50 score cp 7777", "info depth 13 currmove a1b2 currmovenumber 4"});
    CHECK(evaluation == Evaluation{Kind::Centipawns, 31, 12, 18, 123456});
}

TEST_CASE("the actions of an info line are those of the first variation") {
    Evaluation evaluation;
    CHECK(read_info("info depth 1 multipv 1 score cp 3 pv a1b2 b3", evaluation) == "a1b2 b3");
    for (const char* line : {"info depth 1 multipv 2 score cp 3 pv a1b2", "info string pv a1b2",
                             "info depth 1 score cp 3", "bestmove a1b2", ""})
        CHECK(read_info(line, evaluation).empty());
}

TEST_CASE("a bound is no score: the last exact one stays") {
    CHECK(after_lines({"info depth 5 seldepth 8 score cp -20 nodes 100",
                       "info depth 6 score cp -90 upperbound nodes 150",
                       "info depth 6 score lowerbound cp 400 nodes 170"}) ==
          Evaluation{Kind::Centipawns, -20, 5, 8, 170});
    CHECK(after_lines({"info depth 1 score mate 3 lowerbound nodes 9"}) ==
          Evaluation{Kind::None, 0, 0, 0, 9});
}

TEST_CASE("info lines without a score, or with nonsense, lose nothing") {
    const Evaluation evaluation =
        after_lines({"info depth 3 score mate -4 nodes 10", "info nodes 77", "info score cp x",
                     "info", "", "info depth abc nodes 99999999999999999999999",
                     "information depth 9 score cp 1", "info score"});
    CHECK(evaluation == Evaluation{Kind::Mate, -4, 3, 0, 77});
}

TEST_CASE("the least and the greatest numbers of info lines are read and negated") {
    for (const std::string& number : {std::to_string(std::numeric_limits<int>::min()),
                                      std::to_string(std::numeric_limits<int>::max())}) {
        for (const std::string unit : {"cp ", "mate "}) {
            Evaluation said;
            read_info("info depth " + number + " seldepth " + number + " nodes " + number +
                          " nps " + number + " time " + number + " hashfull " + number + " score " +
                          unit + number + " wdl " + number + ' ' + number + ' ' + number +
                          " pv a1b2",
                      said);
            CHECK(said.depth >= 0);
            CHECK(said.seldepth >= 0);
            CHECK(said.kind == (unit == "cp " ? Kind::Centipawns : Kind::Mate));
            CHECK(said.value == (number[0] == '-' ? -MOST_SCORE : MOST_SCORE));
            CHECK(of_white(said, Side::White) == said);
            CHECK(of_white(said, Side::Black).value == -said.value);
            // A comment of a PGN gives the same back.
            ActionRecord read;
            CHECK(read_comment(
                      fmt::format("{}/{} 0.1s, sd={}", score_text(said), said.depth, said.seldepth),
                      read) == "");
            CHECK(read.evaluation.value == said.value);
            CHECK(read.evaluation.depth == said.depth);
        }
        Evaluation said;
        read_info("info score cp 5 multipv " + number, said);
        CHECK(said.kind == Kind::None);
    }
    const Evaluation least{Kind::Mate, std::numeric_limits<int>::min()};
    CHECK(score_text(least) == "-M2147483648");
    CHECK(of_white(least, Side::Black).value == std::numeric_limits<int>::max());
}

TEST_CASE("scores in comments") {
    CHECK(score_text({Kind::Centipawns, 31, 0, 0, 0}) == "+0.31");
    CHECK(score_text({Kind::Centipawns, -5, 0, 0, 0}) == "-0.05");
    CHECK(score_text({Kind::Centipawns, -1234, 0, 0, 0}) == "-12.34");
    CHECK(score_text({Kind::Centipawns, 0, 0, 0, 0}) == "+0.00");
    CHECK(score_text({Kind::Mate, 3, 0, 0, 0}) == "+M3");
    CHECK(score_text({Kind::Mate, -2, 0, 0, 0}) == "-M2");
    CHECK(score_text({}).empty());
}

TEST_CASE("bestmove lines") {
    CHECK(read_best_move("bestmove a1b2 ponder c3d4")->best == "a1b2");
    CHECK(read_best_move("bestmove a1b2 ponder c3d4")->ponder == "c3d4");
    CHECK(read_best_move("bestmove\tpass")->best == "pass");
    CHECK(read_best_move("bestmove (none)")->best == "(none)");
    CHECK(read_best_move("bestmove")->best.empty());
    CHECK_FALSE(read_best_move("info bestmove a1b2"));
    CHECK_FALSE(read_best_move("bestmoves a1b2"));
    CHECK_FALSE(read_best_move(""));
}

TEST_CASE("option lines give the name, which may hold blanks") {
    CHECK(read_option_name("option name Move Overhead type spin default 10") == "Move Overhead");
    CHECK(read_option_name("option name Clear Hash type button") == "Clear Hash");
    CHECK_FALSE(read_option_name("option name type spin"));
    CHECK_FALSE(read_option_name("id name type x"));
}

TEST_CASE("go gives both clocks in the dialect's words") {
    PerSide<TimeControl> controls;
    parse_clock("10+0.1", controls[0]);
    parse_clock("40/60", controls[1]);
    const agon::PerSide<Clock> clocks{Clock(controls[0]), Clock(controls[1])};
    CHECK(go_text(Dialect::Uci, Side::White, clocks, controls) ==
          "go wtime 10100 btime 60000 winc 100 binc 0");
    CHECK(go_text(Dialect::Uci, Side::White, clocks, controls, true) ==
          "go ponder wtime 10100 btime 60000 winc 100 binc 0");
    CHECK(go_text(Dialect::Ugi, Side::Black, clocks, controls) ==
          "go p1time 10100 p2time 60000 p1inc 100 p2inc 0 movestogo 40");
}

TEST_CASE(
    "go gives an engine without a clock no clocks, and leaves out a clock that does not exist") {
    PerSide<TimeControl> controls;
    parse_clock("10", controls[0]);
    controls[1].nodes = 5000;
    controls[1].depth = 7;
    const agon::PerSide<Clock> clocks{Clock(controls[0]), Clock(controls[1])};
    CHECK(go_text(Dialect::Uci, Side::White, clocks, controls) == "go wtime 10000 winc 0");
    CHECK(go_text(Dialect::Uci, Side::Black, clocks, controls) == "go nodes 5000 depth 7");
    controls[1] = {};
    controls[1].move_time = 250ms;
    CHECK(go_text(Dialect::Ugi, Side::Black, clocks, controls) == "go movetime 250");
}

TEST_CASE("a clock that has run out within the margin is given as one millisecond") {
    PerSide<TimeControl> controls;
    parse_clock("1", controls[0]);
    controls[0].margin = 100ms;
    agon::PerSide<Clock> clocks{Clock(controls[0]), Clock(controls[1])};
    REQUIRE(clocks[0].spend(1050ms));
    CHECK(go_text(Dialect::Uci, Side::White, clocks, controls) == "go wtime 1 winc 0");
}

TEST_CASE("lines are put together from pieces") {
    using Lines = std::vector<std::string>;
    CHECK(split({"uci", "ok\nrea", "dyok\r\n\nrest"}) == Lines{"uciok", "readyok", "", "rest"});
    CHECK(split({}).empty());
    const std::string huge(3 * LineSplitter::LONGEST, 'x');
    const Lines lines = split({huge, huge, "\nbestmove a1b2\n"});
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == huge.substr(0, LineSplitter::LONGEST));
    CHECK(lines[1] == "bestmove a1b2");
}
