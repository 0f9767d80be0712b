// The command line and the end of a session, on the real executable.
#include "tests/protocol/program.hpp"

#include "tests/naive/referee.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/data_file.hpp"
#include "tools/arena/conversation/boost_process.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <future>
#include <poll.h>
#include <regex>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace support {

using namespace std::chrono_literals;
namespace bp = agon::bp;

std::vector<std::string> Finished::lines() const { return lines_of(out); }

std::string Finished::last_line() const {
    const auto all = lines();
    return all.empty() ? "" : all.back();
}

Finished run_agon(const std::vector<std::string>& arguments, const std::string& input, Input then,
                  std::chrono::milliseconds head_start) {
    bp::pipe in;
    bp::pipe out;
    bp::pipe err;
    bp::child child(std::string(AGON_BIN) + "/agon", bp::args(arguments),
                    bp::std_in<in, bp::std_out> out, bp::std_err > err);
    const auto read_all = [](bp::pipe& pipe) {
        std::string text;
        std::array<char, 4096> block;
        while (const int count = pipe.read(block.data(), static_cast<int>(block.size())))
            text.append(block.data(), static_cast<std::size_t>(count));
        return text;
    };
    auto all_out = std::async(std::launch::async, read_all, std::ref(out));
    auto all_err = std::async(std::launch::async, read_all, std::ref(err));
    std::signal(SIGPIPE, [](int) {}); // not SIG_IGN, which the program would inherit
    const auto write_all = [&](std::string_view text) {
        try {
            while (!text.empty())
                text.remove_prefix(
                    static_cast<std::size_t>(in.write(text.data(), static_cast<int>(text.size()))));
        } catch (const std::system_error& error) { // it may end before it has read all
            REQUIRE(error.code() == std::errc::broken_pipe);
        }
    };
    const auto last_line = input.size() < 2 ? 0 : input.rfind('\n', input.size() - 2) + 1;
    write_all(std::string_view(input).substr(0, last_line));
    std::this_thread::sleep_for(head_start);
    write_all(std::string_view(input).substr(last_line));
    if (then == Input::Close) in.close();

    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin);
    };
    while (child.running() && elapsed() < 120s) std::this_thread::sleep_for(1ms);
    Finished finished;
    finished.after_input = elapsed();
    if (child.running())
        child.terminate();
    else
        finished.status = child.exit_code();
    child.wait();
    finished.out = all_out.get();
    finished.err = all_err.get();
    return finished;
}

} // namespace support

namespace {

using namespace std::chrono_literals;
using support::Input;
using support::run_agon;

constexpr auto GONE = 20 * 100ms; ///< twenty times the conduct table's figure

} // namespace

TEST_CASE("quit while searching: gone soon, status 0") {
    for (const char* search : {"go infinite\n", "go ponder\n", "go depth 60\n",
                               "go infinite\ngo depth 60\ngo infinite\n"}) {
        CAPTURE(search);
        const auto finished = run_agon({}, std::string(search) + "quit\n", Input::KeepOpen, 100ms);
        CHECK(finished.status == 0);
        CHECK(finished.after_input < GONE);
        const agon::test::Run asked{0, search};
        CHECK(agon::test::Run{0, finished.out}.count("bestmove ") == asked.count("go "));
    }
}

TEST_CASE("a search that quit finds in the queue: its bestmove at once") {
    for (const char* go :
         {"go depth 60\n", "go infinite\n", "go ponder\n", "go movetime 60000\n"}) {
        CAPTURE(go);
        const auto finished = run_agon({}, std::string("isready\n") + go + "quit\n");
        CHECK(finished.status == 0);
        CHECK(finished.after_input < GONE);
        CHECK(std::regex_search(finished.out, std::regex("info .* score .*\nbestmove [a-l]")));
    }
}

TEST_CASE("quit with extra words still quits, and reports them") {
    for (const char* word : {"quit", "exit"}) {
        const auto finished = run_agon({}, std::string("isready\n") + word + " now\nisready\n");
        CHECK(finished.status == 0);
        const std::string remark = "info string " + std::string(word) + ": 'now' is ignored\n";
        CHECK((finished.out == "readyok\n" + remark || finished.out == remark + "readyok\n"));
    }
}

TEST_CASE("d, eval, perft, bench, genfens before quit: finished first, unless stop comes before") {
    const auto before = [](const std::string& lines) { return run_agon({}, lines + "quit\n"); };
    CHECK(before("go perft 5\n").last_line() == "Nodes searched: 11661977");
    CHECK(before("perft 5\n").last_line() == "Nodes searched: 11661977");
    CHECK(std::regex_match(before("bench 1 1 1\n").last_line(),
                           std::regex("[0-9]+ nodes [0-9]+ nps")));
    CHECK(before("d\n").last_line() == "Result: none");
    CHECK(before("eval\n").last_line().starts_with("Evaluation: "));
    CHECK(before("help\n").out.starts_with("uci "));
    CHECK(before("genfens 2000 seed 1 book None\n").lines().size() == 2000);
    // A search before it is answered, and does not hold it up.
    const auto both = before("go infinite\nperft 3\n");
    CHECK(both.out.find("\nbestmove ") != std::string::npos);
    CHECK(both.last_line() == "Nodes searched: 18417");
    CHECK(run_agon({}, "perft 3\nexit\n").last_line() == "Nodes searched: 18417");
    const auto measured = run_agon({}, "speedtest 1 1 86400\nquit\n", Input::KeepOpen);
    CHECK(measured.status == 0);
    CHECK(measured.after_input < GONE);
    CHECK(measured.out == "info string speedtest: stopped before its end\n");
    for (const char* endless :
         {"perft 60\n", "bench 1 1 100\n", "genfens 100000000 seed 1 book None\n"}) {
        CAPTURE(endless);
        const auto finished = run_agon({}, std::string(endless) + "stop\nquit\n", Input::KeepOpen);
        CHECK(finished.status == 0);
        CHECK(finished.after_input < GONE);
        CHECK(finished.last_line().ends_with(": stopped before its end"));
    }
}

TEST_CASE("end of input while searching: gone soon, status 0, the bestmove written") {
    const auto finished = run_agon({}, "go infinite\ngo ponder\n", Input::Close, 100ms);
    CHECK(finished.status == 0);
    CHECK(finished.after_input < GONE);
    CHECK(std::regex_search(finished.out, std::regex("bestmove [a-l0-9]+.*\n(info .*\n)*bestmove "
                                                     "[a-l0-9]+")));
}

TEST_CASE("end of input lets perft, eval and bench finish") {
    auto finished = run_agon({}, "go perft 5\n");
    CHECK(finished.status == 0);
    CHECK(finished.last_line() == "Nodes searched: 11661977");
    finished = run_agon({}, "perft 3\neval\nd\nbench 1 1 1");
    CHECK(finished.out.find("Nodes searched: 18417\n") != std::string::npos);
    CHECK(finished.out.find("Evaluation: ") != std::string::npos);
    CHECK(finished.out.find("Result: none\n") != std::string::npos);
    CHECK(std::regex_match(finished.last_line(), std::regex("[0-9]+ nodes [0-9]+ nps")));
}

TEST_CASE("no input at all") {
    const auto finished = run_agon({});
    CHECK(finished.status == 0);
    CHECK(finished.out.empty());
    CHECK(finished.err.empty());
}

TEST_CASE("quit works when nobody reads the answers") {
    namespace bp = agon::bp;
    bp::pipe in;
    bp::pipe unread;
    bp::child child(std::string(AGON_BIN) + "/agon", bp::std_in<in, bp::std_out> unread);
    std::string input;
    for (int i = 0; i < 2000; ++i) input += "uci\nisready\n"; // far more than a pipe holds
    input += "go infinite\nisready\nquit\n";
    for (std::string_view rest = input; !rest.empty();)
        rest.remove_prefix(
            static_cast<std::size_t>(in.write(rest.data(), static_cast<int>(rest.size()))));
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (child.running() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(1ms);
    REQUIRE_FALSE(child.running());
    CHECK(child.exit_code() == 0);
}

TEST_CASE("perft, legal and show agree with the tables and with the naive referee") {
    CHECK(run_agon({"perft", "5"}).last_line() == "Nodes searched: 11661977");
    CHECK(run_agon({"perft", "0"}).last_line() == "Nodes searched: 1");
    CHECK(run_agon({"perft", "4", "--hash", "4", "--threads", "2", "--variant", "german"})
              .last_line() == "Nodes searched: 466551");
    CHECK(run_agon({"perft", "2", "--setup", "flanked"}).last_line() == "Nodes searched: 225");
    const auto divided = run_agon({"perft", "2", "--divide"}).lines();
    REQUIRE(divided.size() == 27 + 2);
    CHECK(divided[27].empty());
    CHECK(divided[28] == "Nodes searched: 713");

    const auto row = support::perft_rows("perft-positions.txt").front();
    auto legal = run_agon({"legal", "--variant", row.preset, "--fen", row.start}).lines();
    std::ranges::sort(legal);
    CHECK(legal == naive::legal(naive::preset(row.preset), naive::parse(row.start)));
    const auto shown = run_agon({"show", "--moves", "a1b2 l11k10"});
    CHECK(shown.out.find("\nChooser: white\n") != std::string::npos);
    CHECK(run_agon({"show", "--svg"}).out.find("<svg") != std::string::npos);
    CHECK(run_agon({"eval"}).out.find("Evaluation: ") != std::string::npos);
}

TEST_CASE("bench: the last line") {
    CHECK(std::regex_match(run_agon({"bench", "1", "1", "2"}).last_line(),
                           std::regex("[0-9]+ nodes [0-9]+ nps")));
}

TEST_CASE("bench: the positions and the limit, as in UCI") {
    CHECK(run_agon({"bench", "1", "1", "2", "current", "perft"})
              .out.starts_with("position 1/1 classic: 713 nodes\n713 nodes "));
    CHECK(run_agon({"bench", "1", "1", "1", "current", "perft", "--variant", "same-ring"})
              .out.starts_with("position 1/1 same-ring: 15 nodes\n15 nodes "));
}

TEST_CASE("bench --suite: a line for each position, then what was solved") {
    const std::string file = std::string(AGON_TEST_DATA) + "/suite.txt";
    const auto lines = run_agon({"bench", "--suite", file, "--depth", "2"}).lines();
    REQUIRE(lines.size() == 3);
    CHECK(std::regex_match(
        lines[0], std::regex("position 1/2 classic, win in 1: mate 1, [0-9]+ nodes, [0-9]+ ms")));
    CHECK(std::regex_match(lines[1], std::regex("position 2/2 classic, win in at most 8: unsolved, "
                                                "[0-9]+ nodes, [0-9]+ ms")));
    CHECK(std::regex_match(lines[2], std::regex("solved 1 of 2, [0-9]+ nodes, [0-9]+ ms")));
    const auto shipped = run_agon({"bench", "--suite", "--nodes", "50", "--hash", "1"});
    CHECK(shipped.status == 0);
    std::smatch found;
    const std::string last = shipped.last_line();
    REQUIRE(std::regex_match(last, found,
                             std::regex("solved ([0-9]+) of ([0-9]+), [0-9]+ nodes, [0-9]+ ms")));
    CHECK(std::stoul(found[2]) + 1 == shipped.lines().size());
    CHECK(std::stoul(found[2]) >= 200);
}

TEST_CASE("review: games as PGN with scores, and a file that is continued") {
    const agon::test::TemporaryFolder folder;
    const std::string input = folder / "in.pgn", output = folder / "out.pgn";
    const std::string game = "[Event \"?\"]\n\n1. a1b2 l11k10 2. b2c3 *\n\n";
    std::ofstream(input) << game << game;
    const std::vector<std::string> review = {"review", input, "--nodes", "200"};
    const auto shown = run_agon(review);
    CHECK(shown.status == 0);
    CHECK(shown.err.empty());
    const std::regex scores("\\{\\[%eval -?[0-9.]+,[0-9]+\\]\\}");
    const auto count = [&](const std::string& text) {
        return std::distance(std::sregex_iterator(text.begin(), text.end(), scores), {});
    };
    CHECK(count(shown.out) == 8);

    const std::vector<std::string> kept = {"review", input, "--nodes", "200", "-o", output};
    CHECK(run_agon(kept).err.starts_with("2 of 2 games are reviewed"));
    CHECK(agon::test::read_file(output) == shown.out);
    // As an interruption leaves it: the first position comes last.
    std::string text = agon::test::read_file(output);
    const auto first = text.rfind("{[%eval", text.rfind("1. a1b2"));
    text.erase(first, text.find('}', first) + 2 - first);
    std::ofstream(output) << text;
    CHECK(count(text) == 7);
    CHECK(run_agon(kept).status == 0);
    text = agon::test::read_file(output);
    CHECK(count(text) == 8);
    CHECK(run_agon(kept).status == 0);
    CHECK(agon::test::read_file(output) == text);

    std::ofstream(input) << "1. a1b2 *\n";
    const auto refused = run_agon(kept);
    CHECK(refused.status == 1);
    CHECK(refused.err.find("game 2 differs from the input") != std::string::npos);
    std::ofstream(input) << "1. a1b3 *\n";
    CHECK(run_agon(review).err.find("in.pgn: 1: ") != std::string::npos);
    CHECK(run_agon({"review"}).status == 2);
}

TEST_CASE("review: a game with a forfeited turn is not counted, and makes no page") {
    const agon::test::TemporaryFolder folder;
    const std::string input = folder / "in.pgn", page = folder / "out.html";
    std::ofstream(input) << "1. 0000 {turn forfeited: a1a9; 0.001s} l11k10 {0.001s} 0-1\n";
    const auto refused = run_agon({"review", input, "--nodes", "10", "-o", page});
    CHECK(refused.status == 1);
    CHECK(refused.err.find("out.html: not written, since no game could be reviewed") !=
          std::string::npos);
    CHECK_FALSE(std::filesystem::exists(page));
    const auto kept = run_agon({"review", input, "--nodes", "10", "-o", folder / "out.pgn"});
    CHECK(kept.status == 0);
    CHECK(kept.err.find("0 of 1 games are reviewed") != std::string::npos);
    CHECK(run_agon({"review", input, "--nodes", "10", "-o", folder / "out.pgn"})
              .err.find("0 of 1 games are reviewed") != std::string::npos);
}

TEST_CASE("rules: the table, one preset, two presets") {
    const auto table = run_agon({"rules"});
    CHECK(table.status == 0);
    for (const std::string& name : naive::preset_names())
        CHECK(table.out.find("\n" + name + " ") != std::string::npos);
    CHECK(run_agon({"rules", "ham"}).status == 0);
    CHECK(run_agon({"rules", "--diff", "ham", "german"}).out.find("queen_target") !=
          std::string::npos);
}

TEST_CASE("OpenBench: genfens and other UCI commands as arguments, quit in its turn") {
    const auto finished = run_agon({"genfens 3 seed 42 book None", "quit"});
    CHECK(finished.status == 0);
    const auto lines = finished.lines();
    REQUIRE(lines.size() == 3);
    for (const std::string& line : lines) {
        REQUIRE(line.starts_with("info string genfens "));
        CHECK(naive::text(naive::parse(line.substr(20))) == line.substr(20));
    }
    CHECK(run_agon({"genfens 3 seed 42 book None", "quit"}).out == finished.out);
    const auto fens = run_agon({"genfens", "3", "--seed", "42"}).lines();
    REQUIRE(fens.size() == 3);
    const std::string books = AGON_BOOKS "/";
    for (const char* setup : {"standard", "placement", "flanked"}) {
        const auto from_book =
            run_agon({"genfens", "2", "--book", books + setup + ".epd", "--setup", setup});
        CHECK(from_book.err == "");
        CHECK(from_book.lines().size() == 2);
    }
    CHECK("info string genfens " + fens[0] == lines[0]);
    CHECK(run_agon({"go depth 3", "quit"}).out.find(" depth 3 ") != std::string::npos);
    for (const char* endless : {"go infinite", "go foo", "go foo 12"})
        CHECK(run_agon({endless}).last_line().starts_with("bestmove "));
}

TEST_CASE("options on the command line are the session's") {
    CHECK(run_agon({"--variant", "same-ring"}, "perft 1\n").last_line() == "Nodes searched: 15");
    CHECK(run_agon({"--setup", "placement", "--moves", "a6 b6"}, "perft 1\n").last_line() ==
          "Nodes searched: 86");
}

TEST_CASE("--version and --help") {
    const auto version = run_agon({"--version"});
    CHECK(version.status == 0);
    CHECK(std::regex_search(version.out, std::regex("^agon [0-9]+\\.[0-9]+\\.[0-9]+\n")));
    for (const char* line : {"\ncompiler: ", "\nplatform: ", "\nbuild type: ", "\nflags:",
                             "\ninstruction set: ", "\nsanitizers: "})
        CHECK(version.out.find(line) != std::string::npos);
    for (const char* command : {"", "play", "review", "analyse", "bench", "perft", "legal", "show",
                                "eval", "rules", "genfens", "kit"}) {
        CAPTURE(command);
        std::vector<std::string> arguments{command, "--help"};
        if (arguments.front().empty()) arguments.erase(arguments.begin());
        const auto help = run_agon(arguments);
        CHECK(help.status == 0);
        CHECK(help.out.starts_with(std::string("agon ") + command));
        // At the end, two or more.
        const auto examples = help.out.find("\nExamples:\n  ");
        REQUIRE(examples != std::string::npos);
        CHECK(std::ranges::count(help.out.substr(examples), '\n') >= 4);
        CHECK(help.out.find("  agon ", examples) != std::string::npos);
        for (const std::string& line : help.lines()) CHECK(line.size() <= 100);
        arguments.back() = "-h";
        CHECK(run_agon(arguments).out == help.out);
    }
    CHECK(run_agon({"bench", "--help"}).out.find("--fen") == std::string::npos);
    CHECK(run_agon({"rules", "--help"}).out.find("--threads") == std::string::npos);
}

TEST_CASE("the puzzles shown are all, or those of a --variant, and no rules file has any") {
    const auto shown = [](std::vector<std::string> options) {
        options.insert(options.begin(), {"play", "--puzzles"});
        return run_agon(options, "quit\n").out;
    };
    const std::string all = shown({});
    CHECK(all.find("Puzzle 1 of ") != std::string::npos);
    CHECK(run_agon({"play", "--puzzles", "--variant-path", "rules.ini"}, "quit\n")
              .err.find("--puzzles cannot be combined with --variant-path") != std::string::npos);
    CHECK(shown({"--variant=ham"}) == shown({"--variant", "ham"}));
    CHECK(shown({"--variant=ham"}) != all);
}

TEST_CASE("help and version as words, rules by --variant, legal in a finished game") {
    CHECK(run_agon({"help"}).out == run_agon({"--help"}).out);
    CHECK(run_agon({"help", "perft"}).out == run_agon({"perft", "--help"}).out);
    CHECK(run_agon({"version"}).out == run_agon({"--version"}).out);
    CHECK(run_agon({"rules", "--variant", "ham"}).out == run_agon({"rules", "ham"}).out);
    // By the throne (rules.md 4.8 a), and by the limit of actions without progress (rules.md 4.9).
    for (const auto& [fen, how] :
         {std::pair{"5q/7/8/9/4GG4/4GQG4/4GG4/9/8/7/gggggg b - - 0 1", "white wins (throne)"},
          {"1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 100 51", "draw (no progress)"}}) {
        const auto legal = run_agon({"legal", "--fen", fen});
        CHECK(legal.status == 0);
        CHECK(legal.out == "");
        CHECK(legal.err == "agon: the game is over: " + std::string(how) + '\n');
    }
    CHECK(run_agon({}, "?\n").out == run_agon({}, "help\n").out);
}

TEST_CASE("wrong usage and failures: one line on standard error, and the exit status") {
    struct Refused {
        std::vector<std::string> arguments;
        std::string message;
        int status = 2;
    };
    const Refused cases[] = {
        {{"prft", "5"}, "unknown command 'prft'; did you mean 'perft'?"},
        {{"chess"}, "unknown command 'chess'; see 'agon --help'"},
        {{"hlep"}, "unknown command 'hlep'; did you mean 'help'?"},
        {{"help", "prft"}, "unknown command 'prft'; did you mean 'perft'?"},
        {{"genmove"}, "unknown command 'genmove'; see 'agon --help'"}, // a GTP command
        {{"play", "--level", "11"}, "--level: expected an integer from 1 to 10, got '11'"},
        {{"play", "--side", "red"}, "--side: expected one of white black both none, got 'red'"},
        {{"play", "--level", "3", "--elo", "600"},
         "--level, --elo and --movetime are mutually exclusive"},
        {{"play", "--pgn", "/nonexistent/game.pgn"}, "--pgn: there is no directory", 1},
        {{"review", "a.pgn", "--variant", "nope"}, "--variant: expected one of classic ham "},
        {{"review", "a.pgn", "--variant-path", "/nope"}, "--variant-path: cannot read /nope", 1},
        // Longer times would overflow time points.
        {{"review", "a.pgn", "--movetime", "1000000000001"},
         "--movetime: expected an integer from 1 to 1000000000000, got '1000000000001'"},
        {{"play", "--movetime", "1000000000001"}, "--movetime: expected an integer from 1 to "},
        {{"analyse", "--movetime", "1000000000001"}, "--movetime: expected an integer from 1 to "},
        {{"bench", "--suite", "--movetime", "1000000000001"},
         "--movetime: expected an integer from 1 to "},
        {{"--protocol", "gtp", "--movetime", "1000000000001"},
         "--movetime: expected an integer from 0 to "},
        {{"uci", "quit"}, "unknown command 'uci'; see 'agon --help'"},
        {{"--variant", "ham", "isready"}, "unknown command 'isready'; see 'agon --help'"},
        {{"hello world"}, "unknown command 'hello world'; see 'agon --help'"},
        {{"perft"}, "DEPTH is missing; see 'agon perft --help'"},
        {{"perft", "five"}, "DEPTH: expected an integer from 0 to 100, got 'five'"},
        {{"perft", "-1"}, "DEPTH: expected an integer from 0 to 100, got '-1'"},
        {{"perft", "1", "2"}, "unexpected argument '2'; see 'agon perft --help'"},
        {{"perft", "1", "--dvide"}, "unknown option '--dvide'; did you mean '--divide'?"},
        {{"perft", "2", "--hash", "much"}, "--hash: expected an integer from 0 to "},
        {{"perft", "2", "--hash", "-1"}, "--hash: expected an integer from 0 to "},
        {{"perft", "2", "--threads", "0"}, "--threads: expected an integer from 1 to 256, got '0'"},
        {{"perft", "1", "--nodes", "9"}, "unknown option '--nodes'; see 'agon perft --help'"},
        {{"perft", "1", "--gtp-moves", "text"}, "unknown option '--gtp-moves'; "},
        {{"legal", "--svg"}, "unknown option '--svg'; see 'agon legal --help'"},
        {{"show", "--suite"}, "unknown option '--suite'"},
        {{"bench", "-1"}, "HASH: expected an integer from 1 to 1048576, got '-1'"},
        // The same maximum as for `Hash`, whatever the machine has.
        {{"bench", "999999999"}, "HASH: expected an integer from 1 to 1048576, got '999999999'"},
        {{"bench", "--hash", "999999999"}, "--hash: expected an integer from 1 to 1048576, got '"},
        {{"analyse", "--hash", "999999999"}, "--hash: expected an integer from 1 to 1048576, got"},
        {{"--hash", "999999999"}, "--hash: expected an integer from 1 to 1048576, got '99999999"},
        {{"bench", "1", "0"}, "THREADS: expected an integer from 1 to 256, got '0'"},
        {{"bench", "1", "1", "-3"}, "LIMIT: expected an integer from 1 to 200, got '-3'"},
        {{"bench", "1", "1", "1", "current", "time"}, "TYPE: expected one of depth perft nodes "},
        {{"bench", "1", "1", "1", "/nonexistent/a.epd"}, "FILE: cannot read /nonexistent/a.epd", 1},
        {{"bench", "1", "1", "1", "current", "depth", "9"}, "unexpected argument '9'"},
        {{"bench", "1", "--variant", "ham"}, "--variant needs FILE; see 'agon bench --help'"},
        {{"bench", "1", "1", "1", "current", "--variant", "hm"}, "--variant: expected one of "},
        {{"bench", "perft", "9"}, "unexpected argument '9'; see 'agon bench --help'"},
        {{"bench", "--nodes", "9"}, "--nodes needs --suite"},
        {{"bench", "--suite", "a", "b"}, "unexpected argument 'b'; see 'agon bench --help'"},
        {{"bench", "--suite", "--nodes", "0"}, "--nodes: expected an integer >= 1, got '0'"},
        {{"bench", "--suite", "--movetime", "-1"},
         "--movetime: expected an integer from 1 to 1000000000000, got '-1'"},
        {{"bench", "--fen", "x"}, "unknown option '--fen'; see 'agon bench --help'"},
        {{"rules", "german", "hamm"}, "--diff compares two presets; see 'agon rules --help'"},
        {{"rules", "--diff", "ham"}, "--diff compares two presets; see 'agon rules --help'"},
        {{"rules", "hamm"}, "PRESET: expected one of classic ham "},
        {{"genfens", "some"}, "N: expected an integer from 0 to 100000000, got 'some'"},
        {{"genfens", "-1"}, "N: expected an integer from 0 to 100000000, got '-1'"},
        {{"genfens", "1", "--seed", "-1"}, "--seed: expected an integer from 0 to "},
        {{"--bogus"}, "unknown option '--bogus'; see 'agon --help'"},
        {{"--svg"}, "unknown option '--svg'; see 'agon --help'"},
        {{"--fen"}, "the required argument for option '--fen' is missing"},
        {{"--threads", "-1"}, "--threads: expected an integer from 1 to 256, got '-1'"},
        {{"--hash", "-1"}, "--hash: expected an integer from 1 to 1048576, got '-1'"},
        {{"--variant", "clasic"}, "--variant: expected one of classic ham "},
        {{"--setup", "middle"}, "--setup: expected one of preset standard placement flanked, got "},
        {{"--protocol", "gpt"}, "expected one of uci ugi gtp, got 'gpt'; did you mean 'gtp'?"},
        {{"--log-level", "loud"}, "--log-level: expected one of trace debug "},
        {{"--gtp-moves", "picture"}, "--gtp-moves: expected one of text vertex, got 'picture'"},
        {{"--movetime", "soon"},
         "--movetime: expected an integer from 0 to 1000000000000, got 'soon'"},
        {{"--nodes", "-1"}, "--nodes: expected an integer >= 1, got '-1'"},
        {{"--depth", "1.5"}, "--depth: expected an integer >= 1, got '1.5'"},
        {{"--seed", "acorn"}, "--seed: expected an integer >= 0, got 'acorn'"},
        {{"--fen", "foo"}, "--fen: 'foo' is not a position"},
        {{"--fen", ""}, "--fen: BOARD: missing"},
        {{"legal", "--fen", ""}, "--fen: BOARD: missing"},
        {{"--variant-path", ""}, "--variant-path: expected a file, got ''"},
        {{"play", "--variant-path", ""}, "--variant-path: expected a file, got ''"},
        {{"review", "a.pgn", "--variant-path", ""}, "--variant-path: expected a file, got ''"},
        {{"analyse", "--variant-path", ""}, "--variant-path: expected a file, got ''"},
        {{"rules", "--variant-path", ""}, "--variant-path: expected a file, got ''"},
        {{"bench", "1", "1", "1", "current", "--variant-path", ""},
         "--variant-path: expected a file, got ''"},
        {{"bench", "1", "1", "1", "current", "--variant", ""}, "--variant: expected one of "},
        {{"genfens", "1", "--book", ""}, "--book: expected a file, got ''"},
        {{"perft", "2", "--fen", "non\nsense"}, "--fen: 'non\\x0asense' is not a position"},
        {{"legal", "--moves", "a1a6"}, "--moves: action 1: 'a1a6' is illegal"},
        {{"eval", "--moves", "a1b2 x"}, "--moves: action 2: 'x' is not an action"},
        {{"show", "--variant", "agon", "--moves",
          "a1a2 l11l10 a2a1 l10l11 a1a2 l11l10 a2a1 l10l11 a1b2"},
         "--moves: action 9: 'a1b2' is illegal: the game is over"},
        {{"show", "--variant-path", "/nonexistent/rules.ini"},
         "--variant-path: cannot read /nonexistent/rules.ini: ",
         1},
        {{"play", "--fen", "foo"}, "--fen: 'foo' is not a position"},
        {{"rules", "--variant", "hamm"}, "--variant: expected one of classic ham "},
        {{"rules", "--variant-path", "/nonexistent/x"}, "--variant-path: cannot read ", 1},
        {{"genfens", "1", "--fen", "foo"}, "--fen: 'foo' is not a position"},
        {{"genfens", "1", "--book", "/nonexistent/book.epd"},
         "--book: cannot read /nonexistent/book.epd: ",
         1},
        {{"bench", "--suite", "/nonexistent/suite.txt"}, "", 1},
        {{"--log-file", "/nonexistent/log"}, "--log-file: there is no directory '/nonexistent'", 1},
        {{"--logfile-name", "/nonexistent/log"}, "--logfile-name: there is no directory ", 1},
        {{"--logfile-name", "/dev/null/log"}, "--logfile-name: there is no directory ", 1}};
    for (const Refused& refused : cases) {
        const auto finished = run_agon(refused.arguments);
        CAPTURE(refused.arguments.back());
        CAPTURE(finished.err);
        CHECK(finished.status == refused.status);
        CHECK(finished.err.find('\n') == finished.err.size() - 1);
        CHECK(finished.err.starts_with("agon: "));
        CHECK(finished.err.find(refused.message) != std::string::npos);
        CHECK(finished.out.empty());
    }
}

TEST_CASE("no directory is created for the log") {
    const auto folder =
        std::filesystem::temp_directory_path() / ("agon-no-log-" + std::to_string(getpid()));
    CHECK(run_agon({"--log-file", folder / "log"}, "quit\n").status == 1);
    CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("on a terminal agon introduces itself, and into a pipe it writes only answers") {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    REQUIRE(terminal >= 0);
    REQUIRE(grantpt(terminal) == 0);
    REQUIRE(unlockpt(terminal) == 0);
    const std::string name = ptsname(terminal);
    const auto shown = [&](const std::string& redirected) {
        REQUIRE(write(terminal, "isready\nquit\n", 13) == 13);
        const auto run = agon::test::run_shell(AGON_BIN "/agon <" + name + redirected);
        CHECK(run.status == 0);
        CHECK(run.output == "readyok\n");
        std::string text; // with what was typed, which is echoed
        char c;
        for (pollfd ready{terminal, POLLIN, 0}; poll(&ready, 1, 100) == 1;)
            if (read(terminal, &c, 1) == 1) text += c;
        return text.find("'help' lists the commands") != std::string::npos;
    };
    const int keeps_it_open = open(name.c_str(), O_RDWR | O_NOCTTY);
    CHECK(shown(" 2>" + name));
    CHECK_FALSE(shown(" 2>/dev/null"));
    close(keeps_it_open);
    close(terminal);
}
