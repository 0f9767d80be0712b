// The log of the match: writing it, and finding the lines of a ply in it (arena.md, Log).
#include "tools/arena/conversation/traffic_log.hpp"

#include "engine/error.hpp"
#include "tests/support/arena.hpp"

#include <boost/asio/io_context.hpp>

#include <regex>

using namespace agon;
using namespace agon::match;

TEST_CASE("a line has time, place, engine and direction, and is flushed at once") {
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "log";
    std::ofstream(file) << "before\n";
    boost::asio::io_context loop;
    EngineConfig config;
    config.name = "mock";
    TrafficLog log(file);
    TextEngine engine(loop, config, {}, log);
    log.sent(engine, "uci");
    engine.set_place({12, 34});
    log.received(engine, "bestmove a1b2");
    log.wrote_error(engine, "");
    const auto lines = support::lines_of(support::read_file(file));
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == "before");
    const std::string time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z ";
    CHECK(std::regex_match(lines[1], std::regex(time + "0\\.0 mock > uci")));
    CHECK(std::regex_match(lines[2], std::regex(time + "12\\.34 mock < bestmove a1b2")));
    CHECK(std::regex_match(lines[3], std::regex(time + "12\\.34 mock ! ")));
    CHECK(log.whole());
    TrafficLog(file, false);
    CHECK(std::filesystem::is_empty(file));
}

TEST_CASE("the lines of a ply are found, whatever else is in the file") {
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "log";
    std::ofstream(file) << "noise\n\n1 2\nt 1.x A < 1\nt 1. A < 2\nt 1.2x A < 3\n"
                           "t 11.2 A < 4\nt 1.21 A < 5\nt 1.2 A > go\nt 2.2 A < 6\n"
                           "t 1.1 B ! late\nt 1.2 A < bestmove a1b2\n";
    CHECK(logged_traffic(file, 1, 2) ==
          std::vector<std::string>{"t 1.2 A > go", "t 1.2 A < bestmove a1b2"});
    CHECK(logged_traffic(file, 3, 2).empty());
    CHECK_THROWS_AS((void)logged_traffic("/no/such/file", 1, 1), Error);
}

TEST_CASE("of a game that was begun twice, the last attempt counts") {
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "log";
    // B, not yet asked, writes an error line after A was asked: that begins nothing.
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
    CHECK_THROWS_WITH_AS(TrafficLog("/no/such/folder/log"), "cannot write /no/such/folder/log",
                         Error);
    boost::asio::io_context loop;
    TrafficLog log("/dev/full");
    TextEngine engine(loop, {}, {}, log);
    CHECK(log.whole());
    log.sent(engine, "uci");
    CHECK_FALSE(log.whole());
    CHECK(TrafficLog("").whole());
}
