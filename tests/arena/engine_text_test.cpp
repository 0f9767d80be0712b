// The lines of engines. What happens to option.NAME=VALUE: no refusal is missed, and no information
// is mistaken for one. The processors on which pinned engines may run.
#include "engine/error.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/pgn_comment.hpp"
#include "protocol/record/record.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "tests/support/arena.hpp"
#include "tools/arena/conversation/cores.hpp"
#include "tools/arena/conversation/engine_config.hpp"
#include "tools/arena/conversation/engine_text.hpp"
#include "tools/arena/conversation/line_splitter.hpp"
#include "tools/arena/conversation/offered_options.hpp"
#include "tools/arena/conversation/process.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>
#include <set>
#include <string>
#include <vector>

using namespace agon;
using namespace agon::arena;
using namespace std::chrono_literals;
using namespace agon::test;
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

OfferedOption option(const char* line) {
    auto read = read_option(line);
    REQUIRE(read);
    return *read;
}

/// The arguments of a match of our engine, quick and with these options.
std::string agon_match(const std::string& options) {
    return "-engine cmd=" AGON_BIN "/agon name=A " + options +
           " -engine cmd=" AGON_BIN "/agon name=B -each nodes=1 -rounds 1 -games 1 -maxmoves 1";
}

/// A mock engine that first appends the processors it may run on to a file, one line per process.
std::string watched(const std::string& name, const std::string& script) {
    return "-engine cmd=/bin/sh name=" + name + " 'args=" + script + "' ";
}

} // namespace

TEST_CASE("info lines yield the last score of the first variation") {
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

TEST_CASE("a bound is not a score: the last exact one stays") {
    CHECK(after_lines({"info depth 5 seldepth 8 score cp -20 nodes 100",
                       "info depth 6 score cp -90 upperbound nodes 150",
                       "info depth 6 score lowerbound cp 400 nodes 170"}) ==
          Evaluation{Kind::Centipawns, -20, 5, 8, 170});
    CHECK(after_lines({"info depth 1 score mate 3 lowerbound nodes 9"}) ==
          Evaluation{Kind::None, 0, 0, 0, 9});
}

TEST_CASE("info lines without a score, or with nonsense, keep the earlier score") {
    const Evaluation evaluation =
        after_lines({"info depth 3 score mate -4 nodes 10", "info nodes 77", "info score cp x",
                     "info", "", "info depth abc nodes 99999999999999999999999",
                     "information depth 9 score cp 1", "info score"});
    CHECK(evaluation == Evaluation{Kind::Mate, -4, 3, 0, 77});
}

TEST_CASE("the smallest and the largest numbers of info lines are read and negated") {
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
            CHECK(said.value == (number[0] == '-' ? -MAX_SCORE : MAX_SCORE));
            CHECK(of_white(said, Side::White) == said);
            CHECK(of_white(said, Side::Black).value == -said.value);
            // Read back from a PGN comment they are the same.
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

TEST_CASE("option lines give the name, which may contain spaces") {
    CHECK(option("option name Move Overhead type spin default 10").name == "Move Overhead");
    CHECK(option("option name Clear Hash type button").name == "Clear Hash");
    CHECK_FALSE(read_option("option name type spin"));
    CHECK_FALSE(read_option("id name type x"));
}

TEST_CASE("words of a line are separated by any white space") {
    for (const std::string line : {"option name Move Overhead type spin min 1 max 9",
                                   " option\tname\tMove Overhead\ttype\tspin\tmin 1\tmax 9\r"}) {
        const OfferedOption spin = option(line.c_str());
        CHECK(spin.name == "Move Overhead");
        CHECK(spin.type == "spin");
        CHECK(spin.least == 1);
        CHECK(spin.most == 9);
    }
    CHECK(read_best_move("\tbestmove \t a1b2\r")->best == "a1b2");
    CHECK(read_info_string("info\tstring  no file") == "no file");
    CHECK_FALSE(read_info_string("info depth 1 string no"));
    CHECK(read_response(" response\tfen  w ") == "fen w");
    CHECK_FALSE(read_response("responses true"));
    CHECK(read_option_reply("\tinfo \tstring cannot open it\t", "it")->refuses);
    CHECK_FALSE(read_option_reply("info\tstring\t", "it"));
}

TEST_CASE("go gives both clocks in the protocol's words") {
    PerSide<TimeControl> controls;
    parse_clock("10+0.1", controls[0]);
    parse_clock("40/60", controls[1]);
    const agon::PerSide<GameClock> clocks{GameClock(controls[0]), GameClock(controls[1])};
    CHECK(go_text(EngineProtocol::Uci, Side::White, clocks, controls) ==
          "go wtime 10100 btime 60000 winc 100 binc 0");
    CHECK(go_text(EngineProtocol::Uci, Side::White, clocks, controls, true) ==
          "go ponder wtime 10100 btime 60000 winc 100 binc 0");
    CHECK(go_text(EngineProtocol::Ugi, Side::Black, clocks, controls) ==
          "go p1time 10100 p2time 60000 p1inc 100 p2inc 0 movestogo 40");
}

TEST_CASE(
    "go gives an engine without a clock no clocks, and leaves out a clock that does not exist") {
    PerSide<TimeControl> controls;
    parse_clock("10", controls[0]);
    controls[1].nodes = 5000;
    controls[1].depth = 7;
    const agon::PerSide<GameClock> clocks{GameClock(controls[0]), GameClock(controls[1])};
    CHECK(go_text(EngineProtocol::Uci, Side::White, clocks, controls) == "go wtime 10000 winc 0");
    CHECK(go_text(EngineProtocol::Uci, Side::Black, clocks, controls) == "go nodes 5000 depth 7");
    controls[1] = {};
    controls[1].move_time = 250ms;
    CHECK(go_text(EngineProtocol::Ugi, Side::Black, clocks, controls) == "go movetime 250");
}

TEST_CASE("a clock that has run out within the margin is given as one millisecond") {
    PerSide<TimeControl> controls;
    parse_clock("1", controls[0]);
    controls[0].margin = 100ms;
    agon::PerSide<GameClock> clocks{GameClock(controls[0]), GameClock(controls[1])};
    REQUIRE(clocks[0].spend(1050ms));
    CHECK(go_text(EngineProtocol::Uci, Side::White, clocks, controls) == "go wtime 1 winc 0");
}

TEST_CASE("lines are put together from pieces") {
    using Lines = std::vector<std::string>;
    CHECK(split({"uci", "ok\nrea", "dyok\r\n\nrest"}) == Lines{"uciok", "readyok", "", "rest"});
    CHECK(split({}).empty());
    CHECK(split({"\xef\xbb", "\xbfuciok\n\xef\xbb\xbfx\n"}) == Lines{"uciok", "\xef\xbb\xbfx"});
    const std::string huge(3 * LineSplitter::MAX_LINE, 'x');
    const Lines lines = split({huge, huge, "\nbestmove a1b2\n"});
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == huge.substr(0, LineSplitter::MAX_LINE));
    CHECK(lines[1] == "bestmove a1b2");
}

TEST_CASE("a line that lists an option is read whole") {
    const OfferedOption spin = option("option name Hash type spin default 16 min 1 max 1024");
    CHECK(spin.name == "Hash");
    CHECK(spin.type == "spin");
    CHECK(spin.standard == 16);
    CHECK(spin.least == 1);
    CHECK(spin.most == 1024);
    const OfferedOption last = option("option name Hash type spin min 1 max 1024 default 16");
    CHECK(last.standard == 16);
    CHECK(last.most == 1024);
    const OfferedOption combo = option(
        "option name Analysis Contempt type combo default Both  Sides var Off var Both Sides");
    CHECK(combo.name == "Analysis Contempt");
    CHECK(combo.choices == std::vector<std::string>{"Off", "Both Sides"});
    CHECK(option("option name File type string default min 3 var x").choices.empty());
    CHECK(option("option name Clear Hash type button").type == "button");
    CHECK_FALSE(read_option("option name type spin"));
    CHECK_FALSE(read_option("info string option name x type spin"));
}

TEST_CASE("a value is of the listed type, within bounds, or one of the names") {
    const OfferedOption spin = option("option name Hash type spin default 16 min 1 max 1024");
    for (const char* good : {"1", "16", "1024"}) CHECK_FALSE(value_fault(spin, good));
    for (const char* bad :
         {"abc", "0", "1025", "-1", "1.5", "", " 16", "16 ", "+16", "0x10", "99999999999999999999"})
        CHECK(value_fault(spin, bad) ==
              "expected an integer from 1 to 1024, got '" + std::string(bad) + "'");
    CHECK_FALSE(value_fault(option("option name X type spin default 0"), "-5"));
    const OfferedOption check = option("option name Ponder type check default false");
    for (const char* good : {"true", "false", "True"}) CHECK_FALSE(value_fault(check, good));
    for (const char* bad : {"on", "1", "", "maybe"})
        CHECK(value_fault(check, bad) == "expected true or false, got '" + std::string(bad) + "'");
    const OfferedOption combo = option("option name Style type combo default Solid var Solid var "
                                       "Very Risky");
    for (const char* good : {"solid", "Solid", "VERY RISKY"}) CHECK_FALSE(value_fault(combo, good));
    CHECK(value_fault(combo, "risky") == "expected one of Solid Very Risky, got 'risky'");
    CHECK_FALSE(value_fault(option("option name X type combo default a"), "b")); // lists none
    const OfferedOption button = option("option name Clear Hash type button");
    CHECK_FALSE(value_fault(button, ""));
    CHECK(value_fault(button, "5") == "expected no value, since it is a button, got '5'");
    CHECK(setoption_text(button, "true") == "setoption name Clear Hash");
    CHECK(setoption_text(spin, "5") == "setoption name Hash value 5");
    CHECK_FALSE(value_fault(option("option name EvalFile type string default <empty>"), "any"));
}

TEST_CASE("a refusal is distinguished from information") {
    const auto refuses = [](const char* line, const char* value) {
        const auto reply = read_option_reply(line, value);
        return reply && reply->refuses;
    };
    for (const char* line : {
             "info string setoption: EvalFile: cannot read 'x.net'",
             "info string setoption name Hash",
             "info string ERROR: The network file x.net was not loaded successfully.",
             "info string Hash: no memory for 4096 MB",
             "info string Could not open x.net",
             "info string couldn't open x.net",
             "info string Invalid value for Threads",
             "info string x.net not found",
             "info string Threads must be at most 4",
             "info string unknown option Foo",
             "info string failed to load the book",
             "info string Hash out of range",
             "No such option: Foo", // Stockfish
             "error: bad value",
         }) {
        CAPTURE(line);
        CHECK(refuses(line, "x.net"));
    }
    for (const char* line : {
             "info string NNUE evaluation using nn-1c0000000000.nnue (133MiB, (22528, 3072, 15))",
             "info string Using 4 threads",
             "info string Using 4 out of 8 cores",
             "info string Available processors: 0-3",
             "info string Found 145 WDL and 145 DTZ tablebase files (up to 5-man).",
             "info string Hash table allocation: Windows large pages not used.",
             "info string CPU does not have AVX512: using AVX2",
             "info string badger.net is the network in use",
             "info string errorless.net loaded",
             "info depth 1 score cp 0 pv unknown",
             "info string ",
             "hello",
             "",
         }) {
        CAPTURE(line);
        CHECK_FALSE(refuses(line, "x.net"));
    }
    // The value is not the engine's own word.
    CHECK_FALSE(refuses("info string network /nets/wrong one.net in use", "/nets/wrong one.net"));
    CHECK(read_option_reply("info string Using 4 threads", "4")->words == "Using 4 threads");
    CHECK_FALSE(read_option_reply("hello", "4"));
}

TEST_CASE("the options that an engine lists are found by name, and the nearest by a near miss") {
    OfferedOptions options;
    CHECK(options.read("option name Hash type spin default 16 min 1 max 1024"));
    CHECK_FALSE(options.read("id name Hash type"));
    REQUIRE(options.find("hASH") != nullptr);
    CHECK(options.find("hASH")->name == "Hash");
    CHECK(options.find("Hsh") == nullptr);
    CHECK(options.lacks("Hsh") == "has no option Hsh (did you mean 'Hash'?)");
    CHECK(options.lacks("Ponder") == "has no option Ponder");
    CHECK(options.read("option name HASH type spin default 16 min 1 max 8")); // it corrects itself
    CHECK(options.find("Hash")->most == 8);
    options.clear();
    CHECK(options.find("Hash") == nullptr);
}

TEST_CASE("no refusal of an option by our engine goes unnoticed") {
    const Run greeting = run_shell("printf 'uci\\nquit\\n' | " AGON_BIN "/agon");
    int options = 0;
    for (const std::string& line : support::lines_of(greeting.output)) {
        const auto listed = read_option(line);
        if (!listed) continue;
        ++options;
        std::vector<std::string> values{"no-such-value"};
        if (listed->type == "string") values = {"/no/such/folder/file"};
        if (listed->type == "spin") {
            values.push_back(std::to_string(listed->least.value() - 1));
            values.push_back(std::to_string(listed->most.value() + 1));
        }
        for (const std::string& value : values) {
            const std::string words = "option." + listed->name + '=' + value;
            const Run match = run(agon_match("'" + words + "'"));
            CAPTURE(words);
            CAPTURE(match.output);
            CHECK(match.status != 0);
            CHECK_FALSE(match.says("Finished"));
            // Those of the rules belong to the match: they are read before an engine starts.
            if (match.status == 1)
                CHECK((match.says("agon-match: engine A refuses " + words + ": ") ||
                       match.says("agon-match: engine A does not start: option " + listed->name +
                                  " of this match: expected ")));
        }
    }
    CHECK(options >= 15);
}

TEST_CASE("a refusal ends the match with the engine's words, unless allowed") {
    const std::string bad = "option.EvalFile=nosuch.net";
    const Run match = run(agon_match(bad));
    CAPTURE(match.output);
    CHECK(match.status == 1);
    CHECK(
        match.says("agon-match: engine A refuses option.EvalFile=nosuch.net: setoption: EvalFile: "
                   "cannot read nosuch.net: "));
    CHECK(match.says("; refusal=allow lets it play"));
    const Run recovering = run(agon_match(bad) + " -recover");
    CHECK(recovering.status == 1); // -recover is for engines that crash
    const Run allowed = run(agon_match(bad + " refusal=allow option.Hash=abc"));
    CAPTURE(allowed.output);
    CHECK(allowed.status == 0);
    CHECK(allowed.count("Warning: A: refuses option.EvalFile=nosuch.net: ") == 1);
    CHECK(allowed.count("Warning: A: refuses option.Hash=abc: expected an integer from ") == 1);
    check_refused(agon_match("refusal=maybe"), "-engine refusal: expected one of stop allow");
}

TEST_CASE("a name that the engine does not list ends the match too, unless allowed") {
    const Run match = run(agon_match("option.Hsh=4"));
    CAPTURE(match.output);
    CHECK(match.status == 1);
    CHECK(match.says("agon-match: engine A has no option Hsh (did you mean 'Hash'?); "
                     "refusal=allow lets it play"));
    CHECK_FALSE(match.says("Finished"));
    const Run far = run(agon_match("option.Colour=4"));
    CHECK(far.status == 1);
    CHECK(far.says("engine A has no option Colour; refusal=allow"));
    const Run third = run(engine("A") + engine("B") + engine("C") +
                          "option.Hsh=4 -each nodes=1 -rounds 1 -maxmoves 1");
    CHECK(third.status == 1);
    CHECK(third.says("engine C has no option Hsh"));
    CHECK_FALSE(third.says("Started game"));
    const Run allowed = run(agon_match("refusal=allow option.Hsh=4"));
    CAPTURE(allowed.output);
    CHECK(allowed.status == 0);
    CHECK(allowed.count("Warning: A: has no option Hsh (did you mean 'Hash'?)\n") == 1);
    // OpenBench sends it to every engine.
    const Run syzygy = run(agon_match("option.SyzygyPath=/syzygy"));
    CHECK(syzygy.status == 0);
    CHECK(syzygy.count("Warning: A: has no option SyzygyPath; ignored\n") == 1);
}

TEST_CASE("what an engine says without refusing is reported once, as a note") {
    const Run match = run(engine("A", "uci chatty") + engine("B") + CLOCK +
                          "restart=on option.Hash=64 -rounds 2 -maxmoves 1");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Note: A says to option.Hash=64: Using 64 MB\n") == 1);
    CHECK(match.count("Note: ") == 1); // none for the options that the match itself sets
    CHECK_FALSE(match.says("Warning"));
}

TEST_CASE("an engine that refuses late, or in a later process, is seen too") {
    const Run late = run(engine("A", "uci refuses-late") + engine("B") +
                         "-each nodes=1 option.Hash=64 -rounds 1 -maxmoves 1");
    CAPTURE(late.output);
    CHECK(late.status == 1);
    CHECK(late.says("agon-match: engine A refuses option.Hash=64: Hash: cannot allocate 64 MB"));
    const Run third = run(engine("A") + engine("B") + engine("C", "uci refuses-late") +
                          "-each nodes=1 option.Hash=64 -rounds 1 -maxmoves 1");
    CAPTURE(third.output);
    CHECK(third.status == 1);
    CHECK(third.says("agon-match: engine C refuses option.Hash=64: "));
    CHECK_FALSE(third.says("Started game"));
}

TEST_CASE("an engine that lists other rules than the match's does not play them") {
    const std::string narrow = engine("A", "uci narrow") + engine("B") +
                               "-each nodes=1 -rounds 1 "
                               "-maxmoves 1 -variant ham ";
    const Run refused = run(narrow);
    CAPTURE(refused.output);
    CHECK(refused.status == 1);
    CHECK(refused.says("engine A does not start: option UCI_Variant of this match: expected one of "
                       "classic, got 'ham'; let the engine list ham and handle its setoption, or "
                       "-trust lets it play"));
    CHECK(run(narrow + "-trust").says("Warning: A: UCI_Variant: expected one of classic"));
}

TEST_CASE("each concurrent game has its own processors, and both its engines have the same") {
    const Cores own = platform::own_cores();
    if (own.size() < 2) {
        MESSAGE("SKIPPED: there is one processor");
        return;
    }
    const TemporaryFolder folder;
    write_file(folder / "watched", "sed -n 's/^Cpus_allowed_list:\\s*//p' /proc/self/status >> " +
                                       (folder / "seen") + "\nexec " AGON_BIN "/mock_engine uci\n");
    const auto seen = [&](const std::string& options) {
        std::filesystem::remove(folder / "seen");
        const Run match = run(watched("A", folder / "watched") + watched("B", folder / "watched") +
                              CLOCK + "-rounds 3 -maxmoves 3 -concurrency 2 " + options);
        CAPTURE(match.output);
        REQUIRE(match.status == 0);
        return support::lines_of(read_file(folder / "seen"));
    };
    const std::string first = std::to_string(own[0]), second = std::to_string(own[1]);
    // Two games at a time, and two engines in each.
    const auto pinned = seen("-use-affinity");
    CHECK(pinned.size() == 4);
    CHECK(std::multiset<std::string>(pinned.begin(), pinned.end()) ==
          std::multiset<std::string>{first, first, second, second});
    const auto chosen = seen("-use-affinity " + second + ',' + first);
    CHECK(std::set<std::string>(chosen.begin(), chosen.end()) ==
          std::set<std::string>{first, second});
    for (const std::string& processors : seen("")) CHECK(processors != first);
}

TEST_CASE("a list of processors is read as taskset reads it") {
    const Cores own = platform::own_cores();
    REQUIRE(!own.empty());
    const std::string one = std::to_string(own[0]);
    CHECK(parse_cores(one) == Cores{own[0]});
    CHECK(parse_cores(one + ',' + one + '-' + one) == Cores{own[0]});
    for (const char* const text : {"", "x", "-1", "0-", "0,", ",0", "1-0", "0 1", "99999"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(static_cast<void>(parse_cores(text)), agon::Error);
    }
    const auto refused = [](const std::string& options, const std::string& words) {
        const Run match = run(engine("A") + engine("B") + CLOCK + options);
        CAPTURE(match.output);
        CHECK(match.status == 2);
        CHECK(match.says(words));
    };
    refused("-use-affinity 0-x",
            "-use-affinity: expected a list of processors, such as 0,2,4-7, got");
    refused("-use-affinity 1023", "-use-affinity: there is no processor 1023 to run on");
    refused("-use-affinity 0 1", "-use-affinity: expected one list of processors, got '0 1'");
    refused("-concurrency 2 -force-concurrency -use-affinity " + one,
            "-use-affinity: 2 games of 1 processors each need 2, but there are 1");
    refused("-each option.Threads=2 ponder -force-concurrency -use-affinity " + one,
            "-use-affinity: 1 games of 4 processors each need 4, but there are 1");
}
