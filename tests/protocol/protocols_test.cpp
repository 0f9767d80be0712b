// Which protocol a first line is in, alone and on the real executable.
#include "protocol/command_line.hpp"
#include "tests/protocol/program.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <unistd.h>

using namespace agon::protocol;
using support::run_agon;

TEST_CASE("the first word tells the protocol") {
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

TEST_CASE("agon answers in the protocol it is spoken to in") {
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
