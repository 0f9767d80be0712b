// `agon-match replay`, with mock engines, and the log of a match that it reads: writing it, and
// finding the lines of a ply in it (arena.md, Log).
#include "engine/error.hpp"
#include "tests/support/arena.hpp"
#include "tools/arena/conversation/traffic_log.hpp"

#include <boost/asio/io_context.hpp>

#include <regex>

using namespace agon;
using namespace agon::arena;
using namespace agon::test;

namespace {

/// A match of A against B, with its journal.
struct Played {
    explicit Played(const std::string& options, const std::string& b = "uci") {
        const Run match =
            run(engine("A") + engine("B", b) + "-rounds 1 -recover -journal file=" + journal +
                " -log file=" + (folder / "log") + ' ' + options);
        CAPTURE(match.output);
        REQUIRE(match.status == 0);
    }
    [[nodiscard]] Run replay(const std::string& arguments) const {
        return run("replay " + journal + " --trust " + arguments);
    }
    TemporaryFolder folder;
    std::string journal = folder / "match.jsonl";
};

} // namespace

TEST_CASE("a game of a journal is listed with its comments") {
    const Played played("-each nodes=10 -maxmoves 3");
    const Run list = played.replay("2");
    CAPTURE(list.output);
    CHECK(list.status == 0);
    CHECK(list.output.starts_with(
        "Game 2, round 1: B - A 1/2-1/2 {Draw by adjudication (move limit)}\n"
        "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1\n"));
    // The mock reports the same for every position.
    CHECK(list.count(" -0.17/3 ") == 6);
    CHECK(list.count("white") == 3);
    CHECK(list.count("black") == 3);
}

TEST_CASE("control characters of a journal do not reach the terminal") {
    const Played played("-each nodes=10 -maxmoves 3 -pgnout match_line=score file=/dev/null");
    const std::string text = read_file(played.journal);
    const auto line = text.find("\"lines\":[\"");
    REQUIRE(line != std::string::npos);
    std::string changed = text;
    changed.insert(line + 10, "\\u001b]0;owned\\u0007\\u009b");
    write_file(played.journal, replaced(changed, "(move limit)", "(move\\u001b[31m limit)"));
    const std::string replay = "replay " + played.journal + " 1 --trust";
    for (const std::string& arguments : {replay, replay + " --ply 1", "merge " + played.journal}) {
        const Run shown = run(arguments);
        CAPTURE(arguments);
        CHECK(shown.status == 0);
        CHECK(std::ranges::all_of(shown.output,
                                  [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    }
}

TEST_CASE("an action is shown with its traffic and searched again") {
    const Played played("-each nodes=10 -maxmoves 3");
    const Run shown = played.replay("1 --ply 2");
    CAPTURE(shown.output);
    CHECK(shown.status == 0);
    // White has played one turn.
    std::smatch position;
    REQUIRE(std::regex_search(shown.output, position, std::regex("Position: \\S+ b - - [01] 1\n")));
    CHECK(shown.says("Ply 2: black (B) to act\n"));
    // The request is the one in the log.
    CHECK(shown.says(" 1.2 B > go nodes 10\n"));
    CHECK(shown.says("\n> go nodes 10\n< info depth 3"));
    CHECK(shown.count("bestmove") == 2);
    CHECK(std::regex_search(shown.output, std::regex("\nJournal: \\S+ +-0.17/3 .*n=123, sd=4\n")));
    CHECK(std::regex_search(shown.output, std::regex("\nNow:     \\S+ +-0.17/3 .*n=123, sd=4\n$")));

    CHECK(played.replay("1 --ply 2 --movetime 50").says("\n> go movetime 50\n"));
    CHECK(played.replay("1 --ply 2 --nodes 7").says("\n> go nodes 7\n"));
    const Run other = played.replay("1 --ply 2 --cmd '" AGON_BIN "/mock_engine uci illegal'");
    CHECK(other.status == 1);
    CHECK(other.says("< bestmove a1l11\nagon-match: "));
    CHECK(played.replay("1 --ply 2 --cmd " AGON_BIN "/none").says("cannot start"));
}

TEST_CASE("no engine or option that a journal names is used without --trust") {
    const Played played("-each nodes=10 option.Hash=77 -maxmoves 3");
    const std::string ran = played.folder / "ran";
    const std::string command = std::string(200, ' ') + "touch " + ran;
    write_file(played.journal, replaced(read_file(played.journal),
                                        R"("cmd":")" AGON_BIN R"(/mock_engine","args":["uci"])",
                                        R"("cmd":"/bin/sh","args":["-c",")" + command + "\"]"));
    const std::string replay = "replay " + played.journal + " 1 --ply 1 ";
    const Run shown = run(replay);
    CAPTURE(shown.output);
    CHECK(shown.status == 2);
    CHECK(shown.says("Ply 1: white (A) to act\n"));
    CHECK(shown.says("agon-match: the journal names the command '/bin/sh' '-c' '" + command +
                     "'; --trust starts it, --cmd COMMAND starts another\n"));
    CHECK_FALSE(std::filesystem::exists(ran));
    CHECK(run("replay " + played.journal + " 1").status == 0);
    // The options are not set either: some engines write to a file that one names.
    const Run other = run(replay + "--cmd '" AGON_BIN "/mock_engine uci chatty'");
    CAPTURE(other.output);
    CHECK(other.status == 0);
    CHECK(other.says("Not set without --trust: option.Hash=77\n"));
    CHECK(other.says("\nNow:     "));
    CHECK_FALSE(std::filesystem::exists(ran));
    (void)run(replay + "--trust");
    CHECK(std::filesystem::exists(ran));
}

TEST_CASE("an action of an engine with a clock gets its original number of nodes") {
    const Played played("-each tc=60+1 -maxmoves 2");
    CHECK(played.replay("1 --ply 3").says("\n> go nodes 123\n"));
}

TEST_CASE("the action that an engine failed to give can be replayed") {
    const Played played("-each nodes=10", "uci illegal 2");
    const Run shown = played.replay("1 --ply 4");
    CAPTURE(shown.output);
    CHECK(shown.says("Ply 4: black (B) to act\n"));
    CHECK(shown.says("< bestmove a1l11\n")); // of the log
    CHECK(shown.says("\nJournal: Black makes an illegal move"));
    CHECK(played.replay("1 --ply 5").says("game 1 has no ply 5, but 1 to 4"));
}

TEST_CASE("a game is replayed through turns that were forfeited") {
    const Played played("-each nodes=10 -illegal forfeit-turn -maxmoves 4", "uci illegal 2");
    const Run list = played.replay("1");
    CAPTURE(list.output);
    CHECK(list.says("   4 black pass    turn forfeited: "));
    const Run shown = played.replay("1 --ply 5");
    CAPTURE(shown.output);
    CHECK(shown.says("Ply 5: white (A) to act\n"));
    CHECK(std::regex_search(shown.output, std::regex("Position: \\S+ w - - [0-4] 3\n")));
    CHECK(shown.status == 0);
}

TEST_CASE("a game of a PGN is listed as that of the journal, and searched again by agon") {
    const TemporaryFolder folder;
    const std::string pgn = folder / "games.pgn";
    const Run match = run(engine("A") + engine("B") + "-each nodes=10 -rounds 1 -maxmoves 3 " +
                          "-pgnout file=" + pgn);
    REQUIRE(match.status == 0);
    const auto actions = [](const Run& list) {
        auto lines = support::lines_of(list.output);
        for (std::string& line : lines) line.resize(std::min<std::size_t>(line.size(), 26));
        return lines;
    };
    const Run list = run("replay " + pgn + " 2");
    CAPTURE(list.output);
    CHECK(list.status == 0);
    CHECK(list.output.starts_with("Game 2, round 1: B - A 1/2-1/2 {"));
    CHECK(list.count(" -0.17/3 ") == 6);
    CHECK(actions(list) == actions(run("replay " + (folder / "games.jsonl") + " 2")));
    CHECK(run("replay " + pgn + " 3").says("no game 3 among its 2, of which the last is 2"));
    const Run again = run("replay " + pgn + " 1 --ply 2");
    CAPTURE(again.output);
    CHECK(again.status == 0);
    CHECK(again.says("\n> go nodes 123\n")); // the number that the mock reported
    CHECK(again.says("\nFile:    "));
    CHECK(again.says("\nNow:     "));
}

TEST_CASE("missing games and plies are named") {
    const Played played("-each nodes=10 -maxmoves 1");
    const auto refused = [&](const std::string& arguments, const std::string& words,
                             int status = 1) {
        const Run run = played.replay(arguments);
        CAPTURE(run.output);
        CHECK(run.status == status);
        CHECK(run.says(words));
    };
    refused("3", "no game 3 among its 2, of which the last is 2");
    refused("1 --ply 3", "game 1 has no ply 3, but 1 to 2");
    refused("1 --ply 0", "--ply: expected an integer >= 1, got '0'", 2);
    refused("", "FILE GAME is missing; see 'agon-match replay --help'", 2);
    refused("1 --plies 3", "unknown option '--plies'", 2);
    CHECK(run("replay /nowhere 1").says("cannot read /nowhere"));
}

TEST_CASE("a line has time, place, engine and direction, and is flushed at once") {
    const TemporaryFolder folder;
    const std::string file = folder / "log";
    const std::string before = "2026-11-21T06:07:02.123Z 1.2 mock < bestmove a1b2";
    std::ofstream(file) << before << '\n';
    boost::asio::io_context loop;
    EngineConfig config;
    config.name = "mock";
    std::optional<TrafficLog> opened(file);
    TrafficLog& log = *opened;
    std::optional<TextEngine> talking(std::in_place, loop, config, EngineOptions{}, log);
    TextEngine& engine = *talking;
    log.sent(engine, "uci");
    engine.set_place({12, 34});
    log.received(engine, "bestmove a1b2");
    log.wrote_error(engine, "");
    const auto lines = support::lines_of(read_file(file));
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == before);
    const std::string time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z ";
    CHECK(std::regex_match(lines[1], std::regex(time + "0\\.0 mock > uci")));
    CHECK(std::regex_match(lines[2], std::regex(time + "12\\.34 mock < bestmove a1b2")));
    CHECK(std::regex_match(lines[3], std::regex(time + "12\\.34 mock ! ")));
    CHECK(log.whole());
    talking.reset();
    opened.reset();
    TrafficLog(file, false);
    CHECK(std::filesystem::is_empty(file));
    std::ofstream(file) << "mine\n";
    for (const bool append : {false, true})
        CHECK_THROWS_WITH_AS(TrafficLog(file, append),
                             (file + " exists and is not a log of a match; move it away, or name "
                                     "another file")
                                 .c_str(),
                             Error);
    CHECK(read_file(file) == "mine\n");
}

TEST_CASE("the lines of a ply are found, whatever else is in the file") {
    const TemporaryFolder folder;
    const std::string file = folder / "log";
    std::ofstream(file) << "noise\n\n1 2\nt 1.x A < 1\nt 1. A < 2\nt 1.2x A < 3\n"
                           "t 11.2 A < 4\nt 1.21 A < 5\nt 1.2 A > go\nt 2.2 A < 6\n"
                           "t 1.1 B ! late\nt 1.2 A < bestmove a1b2\n";
    CHECK(logged_traffic(file, 1, 2) ==
          std::vector<std::string>{"t 1.2 A > go", "t 1.2 A < bestmove a1b2"});
    CHECK(logged_traffic(file, 3, 2).empty());
    CHECK_THROWS_AS((void)logged_traffic("/no/such/file", 1, 1), Error);
}

TEST_CASE("the last attempt of a game that was begun twice counts") {
    const TemporaryFolder folder;
    const std::string file = folder / "log";
    // B, not yet asked, writes an error line after A was asked: that does not begin an attempt.
    std::ofstream(file) << "t 1.0 A > uci\nt 1.0 B > uci\nt 1.1 A > go\nt 1.0 B ! idle\n"
                           "t 1.1 A < old\n";
    CHECK(logged_traffic(file, 1, 1).size() == 2);
    CHECK(logged_traffic(file, 1, 0).size() == 3);
    std::ofstream(file, std::ios::app)
        << "t 1.0 A > ucinewgame\nt 1.0 A > isready\nt 1.0 B > ucinewgame\nt 1.1 A < new\n";
    CHECK(logged_traffic(file, 1, 1) == std::vector<std::string>{"t 1.1 A < new"});
    CHECK(logged_traffic(file, 1, 0).size() == 3);
}

TEST_CASE("a log that cannot be written is noticed") {
    CHECK_THROWS_WITH_AS(TrafficLog("/no/such/folder/log"),
                         "cannot write /no/such/folder/log: No such file or directory", Error);
    boost::asio::io_context loop;
    TrafficLog log("/dev/full");
    TextEngine engine(loop, {}, {}, log);
    CHECK(log.whole());
    log.sent(engine, "uci");
    CHECK_FALSE(log.whole());
    CHECK(TrafficLog("").whole());
}
