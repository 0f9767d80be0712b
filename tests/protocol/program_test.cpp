// What all executables share: values, options, suggestions. The protocol that a first line selects,
// by themselves and in the real executable.
#include "protocol/cli/build_report.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/command_line.hpp"
#include "protocol/protocol_choice.hpp"
#include "tests/protocol/program.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <unistd.h>

using namespace agon::program;
using namespace agon::protocol;
using support::run_agon;

namespace {

struct Given {
    bool divide = false;
    int depth = 3;
    std::optional<std::uint64_t> nodes;
    std::chrono::milliseconds margin{100};
    double spread = 0.5;
    std::string setup = "standard", file;
    Words books, words;
};

/// What the arguments set.
Given read(const Words& args) {
    Given given;
    Options options("tool", "tool [OPTIONS] WORD\n", "  tool word\n");
    options.flag("divide", given.divide, "parts").number("depth", given.depth, "plies", 1, 60);
    options.number("nodes", given.nodes, "of a search", 1).number("margin", given.margin, "ms", 0);
    options.number("spread", given.spread, "of weights", 0);
    options.choice("setup", given.setup, {"standard", "placement"}, "of the board");
    options.output("output,o", given.file, "what is made").list("book", given.books, "X", "some");
    options.words(given.words, "WORD", 0, 1);
    if (!options.read(args)) FAIL("help instead of values");
    return given;
}

void check_refused(const Words& args, const char* message) {
    CAPTURE(args.front());
    CHECK_THROWS_WITH_AS(read(args), message, UsageError);
}

} // namespace

TEST_CASE("options: values are read, and defaults stay") {
    Given given = read({});
    CHECK(given.depth == 3);
    CHECK_FALSE(given.nodes);
    CHECK(given.words.empty());
    given = read({"--depth=5", "word", "--nodes", "7", "--divide", "--margin", "20", "--spread",
                  "1.5", "--setup", "placement", "--book", "a", "b", "--book", "c", "-o", "x"});
    CHECK(given.depth == 5);
    CHECK(given.words == Words{"word"});
    CHECK(given.nodes == 7);
    CHECK(given.divide);
    CHECK(given.margin == std::chrono::milliseconds(20));
    CHECK(given.spread == 1.5);
    CHECK(given.setup == "placement");
    CHECK(given.books == Words{"a", "b", "c"});
    CHECK(given.file == "x");
    CHECK(read({"-depth", "7"}).depth == 7);
    CHECK(read({"--", "--depth"}).words == Words{"--depth"});
}

TEST_CASE("options: what is refused, and how") {
    check_refused({"--depth", "-5"}, "--depth: expected an integer from 1 to 60, got '-5'");
    check_refused({"--depth=x"}, "--depth: expected an integer from 1 to 60, got 'x'");
    check_refused({"--depth", "61"}, "--depth: expected an integer from 1 to 60, got '61'");
    check_refused({"--depth", "1.5"}, "--depth: expected an integer from 1 to 60, got '1.5'");
    check_refused({"--nodes", "0"}, "--nodes: expected an integer >= 1, got '0'");
    check_refused({"--nodes", "-1"}, "--nodes: expected an integer >= 1, got '-1'");
    check_refused({"--nodes", "18446744073709551616"},
                  "--nodes: expected an integer from 1 to 18446744073709551615, got "
                  "'18446744073709551616'");
    check_refused({"--margin", ""}, "--margin: expected an integer >= 0, got ''");
    check_refused({"--spread", "-0.5"}, "--spread: expected a number >= 0, got '-0.5'");
    check_refused({"--spread", "nan"}, "--spread: expected a number >= 0, got 'nan'");
    check_refused({"--setup", "placment"}, "--setup: expected one of standard placement, got "
                                           "'placment'; did you mean 'placement'?");
    check_refused({"--dpeth", "5"}, "unknown option '--dpeth'; did you mean '--depth'?");
    check_refused({"--dep", "5"}, "unknown option '--dep'; did you mean '--depth'?");
    check_refused({"--bogus"}, "unknown option '--bogus'; see 'tool --help'");
    check_refused({"--depth"}, "the required argument for option '--depth' is missing");
    check_refused({"--book", "a", "-o", "x", "a", "-1"},
                  "unexpected argument '-1'; see 'tool --help'");
    check_refused({"a", "b"}, "unexpected argument 'b'; see 'tool --help'");
    CHECK_THROWS_WITH_AS(read({"-o", "/nonexistent/x"}),
                         "--output: there is no directory '/nonexistent'", std::runtime_error);
}

TEST_CASE("values: numbers and truth values of agon-match's own words") {
    CHECK(number<double>("-sprt elo0", "-2.5", -100) == -2.5);
    CHECK_THROWS_WITH_AS((void)number<int>("-rounds", "x", 1),
                         "-rounds: expected an integer >= 1, got 'x'", UsageError);
    CHECK(truth("-log append", "on"));
    CHECK_FALSE(truth("-log append", "false"));
    CHECK_THROWS_WITH_AS((void)truth("-log append", "1"),
                         "-log append: expected true or false, got '1'", UsageError);
}

TEST_CASE("suggestion: near misses only") {
    const Words names{"bench", "perft", "legal", "show", "eval", "rules", "genfens"};
    for (const auto& [word, name] : {std::pair{"prft", "perft"},
                                     {"perfft", "perft"},
                                     {"pertf", "perft"},
                                     {"Perft", "perft"},
                                     {"lgal", "legal"},
                                     {"gen", "genfens"},
                                     {"genfnes", "genfens"}})
        CHECK(suggestion(word, names) == fmt::format("; did you mean '{}'?", name));
    for (const char* word : {"chess", "x", "", "go", "hello"}) CHECK(suggestion(word, names) == "");
}

TEST_CASE("help: examples at the end, defaults, short names") {
    int depth = 3;
    std::string file;
    Options options("tool", "tool [OPTIONS]\n", "  tool --depth 4\n");
    options.number("depth", depth, "plies", 1).output("output,o", file, "what is made");
    const std::string help = options.help();
    CHECK(help.starts_with("tool [OPTIONS]\n"));
    CHECK(help.ends_with("\nExamples:\n  tool --depth 4\n"));
    for (const char* text :
         {"--depth N", "plies (3)\n", "-o [ --output ] FILE", "-h [ --help ]", "--version"})
        CHECK_MESSAGE(help.find(text) != std::string::npos, text);
    CHECK(options.needs_next("--depth"));
    CHECK_FALSE(options.needs_next("--help"));
    CHECK_FALSE(options.needs_next("--depth=3"));
}

TEST_CASE("the first word selects the protocol") {
    CHECK(detect_protocol("ugi") == Protocol::Ugi);
    CHECK(detect_protocol("  ugi \r") == Protocol::Ugi);
    for (const char* line :
         {"name", "list_commands", "protocol_version", "boardsize 11", "1 name", "7 quit",
          "12 anything", "genmove w", "gogui-rules_game_id", "winner", "agon-fen", "play w a1b2"}) {
        CAPTURE(line);
        CHECK(detect_protocol(line) == Protocol::Gtp);
    }
    for (const char* line : {"uci", "isready", "quit", "position startpos", "go depth 1", "d",
                             "perft 3", "nonsense", "UGI", "ugix", "uginewgame", "-"}) {
        CAPTURE(line);
        CHECK(detect_protocol(line) == Protocol::Uci);
    }
    for (const char* line : {"", "  \t", "\r", "# name"}) {
        CAPTURE(line);
        CHECK_FALSE(detect_protocol(line));
    }
}

TEST_CASE("protocols by name") {
    CHECK(find_protocol("uci") == Protocol::Uci);
    CHECK(find_protocol("ugi") == Protocol::Ugi);
    CHECK(find_protocol("gtp") == Protocol::Gtp);
    CHECK_FALSE(find_protocol("xboard"));
}

TEST_CASE("agon answers in the protocol of the first line") {
    CHECK(run_agon({}, "ugi\nquit\n").last_line() == "ugiok");
    CHECK(run_agon({}, "uci\nquit\n").last_line() == "uciok");
    CHECK(run_agon({}, "\n# hello\n1 name\n2 quit\n").out == "=1 Agon\n\n=2\n\n");
    CHECK(run_agon({}, "name\n").out == "= Agon\n\n");
    CHECK(run_agon({"--protocol", "gtp"}, "uci\nquit\n").out == "? unknown command\n\n=\n\n");
    CHECK(run_agon({"--protocol", "uci"}, "name\nquit\n").out.starts_with("info string Unknown"));
    CHECK(run_agon({"--protocol", "ugi"}, "query p1turn\n").out == "response true\n");
    CHECK(run_agon({"--protocol", "gtp", "name", "quit"}).out == "= Agon\n\n=\n\n");
    CHECK(run_agon({"5 name"}).out == "=5 Agon\n\n");
}

TEST_CASE("GTP's options on the command line") {
    CHECK(run_agon({"--protocol", "gtp", "--gtp-moves", "vertex", "gogui-rules_legal_moves"}).out ==
          "= A1 E1 A5 K5 L9 E10 J11\n\n");
    CHECK(run_agon({"--protocol", "gtp", "--variant", "german", "--setup", "placement", "agon-fen"})
              .out == "= 5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1\n\n");
    const auto log =
        std::filesystem::temp_directory_path() / ("agon-log-" + std::to_string(getpid()));
    const auto finished = run_agon(
        {"--protocol", "gtp", "--seed", "42", "--logfile-name", log.string(), "--depth", "2"},
        "genmove b\ngenmove w\nquit\n");
    CHECK(finished.status == 0);
    CHECK(finished.out.starts_with("= pass\n\n= "));
    const std::string logged = support::read_file(log);
    CHECK(logged.find(">> genmove b\n") != std::string::npos);
    CHECK(logged.find("<< = pass\n") != std::string::npos);
    std::filesystem::remove(log);
}

TEST_CASE("the kit is written, in builds with assertions too") {
    const auto folder =
        std::filesystem::temp_directory_path() / ("agon-kit-" + std::to_string(getpid()));
    const auto finished = run_agon({"kit", folder.string()});
    CHECK(finished.status == 0);
    CHECK(std::filesystem::exists(folder / "classic.json"));
    std::filesystem::remove_all(folder);
}
