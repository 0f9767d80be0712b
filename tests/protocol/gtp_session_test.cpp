// GTP by transcripts, and what transcripts cannot express. GTP's clocks: the draft's readings of
// time_settings, and periods that end.
#include "protocol/gtp/gtp_clock.hpp"
#include "tests/protocol/gtp_fixture.hpp"
#include "tests/protocol/transcript.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <set>

using agon::Side;
using namespace agon::protocol;
using namespace std::chrono_literals;

namespace {

using support::GtpFixture;

agon::search::Limits white(const GtpClock& clock, int moves_per_action = 1) {
    const auto limits = clock.limits(Side::White, moves_per_action);
    REQUIRE(limits);
    return *limits;
}

} // namespace

TEST_CASE("GTP by transcripts") {
    for (const support::Transcript& transcript : support::read_transcripts("gtp.txt")) {
        CAPTURE(transcript.name);
        const std::string& moves = transcript.lines.at(0).text; // which moves are played
        REQUIRE((moves == "# vertex" || moves == "# text"));
        GtpFixture gtp(moves == "# vertex" ? GtpMoves::Vertex : GtpMoves::Text);
        support::play_transcript(transcript, gtp.session, gtp.sink);
    }
}

TEST_CASE("what a failure quotes is ASCII, whatever was sent") {
    GtpFixture gtp;
    CHECK(gtp.ask("agon-fen 5q/7/8/9/10/11/10/9/8/7/\xe9"
                  "5 w - - 0 1") == "? BOARD: row 1 has the unknown letter '\\xe9'");
}

TEST_CASE("control characters are dropped, tabs are spaces, CR LF ends a line") {
    GtpFixture gtp;
    CHECK(gtp.ask("\t5\tna\x01me\x7f\r") == "=5 Agon");
    CHECK(gtp.ask("kn\x02own_command\tname\t# \x03") == "= true");
    CHECK(gtp.ask(std::string("na\0me", 5)) == "= Agon");
}

TEST_CASE("every listed command is known, and its failures are failures") {
    GtpFixture gtp;
    for (const std::string& name : support::words_of(gtp.ask("list_commands").substr(2))) {
        CAPTURE(name);
        CHECK(gtp.ask("known_command " + name) == "= true");
        CHECK(agon::protocol::GtpSession::knows(name));
        if (name == "quit" || name == "agon-fen" || name == "gogui-play_sequence") continue;
        CHECK(gtp.ask("7 " + name + " one two three four").starts_with("?7 "));
    }
}

TEST_CASE("every command that gogui-analyze_commands lists works") {
    GtpFixture gtp(GtpMoves::Vertex);
    const auto lines = support::lines_of(gtp.ask("gogui-analyze_commands").substr(2));
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK(gtp.ask(line.substr(line.rfind('/') + 1)).starts_with("= "));
    }
    CHECK(lines.size() >= 3);
}

TEST_CASE("# interrupt, quit and the end of input end a genmove at once") {
    for (const std::string last : {"# interrupt", "quit", ""}) {
        CAPTURE(last);
        GtpFixture gtp(GtpMoves::Text, 1'000'000'000'000);
        gtp.session.handle("1 genmove w");
        gtp.session.handle("2 name");
        CHECK_FALSE(gtp.session.wait_until_idle_for(100ms));
        if (last.empty())
            gtp.session.end_of_input();
        else
            gtp.session.handle(last == "quit" ? "3 quit" : last);
        REQUIRE(gtp.session.wait_until_idle_for(20s));
        const auto said = gtp.sink.take_all();
        REQUIRE(said.size() == (last == "quit" ? 6U : 4U));
        CHECK(said[0].starts_with("=1 "));
        CHECK(said[1].empty());
        CHECK(said[2] == "=2 Agon");
        if (last == "quit") CHECK(said[4] == "=3");
        CHECK(gtp.session.quit_said() == (last == "quit"));
    }
}

TEST_CASE("# interrupt with nothing to interrupt does nothing") {
    GtpFixture gtp;
    CHECK(gtp.ask("# interrupt").empty());
    CHECK(gtp.ask("genmove w").starts_with("= "));
}

TEST_CASE("reg_genmove plays nothing and always gives the same answer") {
    GtpFixture gtp;
    const std::string before = gtp.ask("agon-fen");
    const std::string answer = gtp.ask("reg_genmove w");
    CHECK(gtp.ask("agon-fen") == before);
    CHECK(gtp.ask("undo") == "? cannot undo");
    for (int i = 0; i < 6; ++i) {
        gtp.ask("genmove w");
        gtp.ask("genmove b");
    }
    gtp.ask("clear_board");
    CHECK(gtp.ask("reg_genmove w") == answer);
    CHECK(GtpFixture().ask("reg_genmove w") == answer);
}

TEST_CASE("a clock limits genmove, whatever the command line has") {
    GtpFixture gtp(GtpMoves::Text, 1'000'000'000'000);
    for (const char* clock : {"time_settings 0 0 0", "time_settings 0 1 50", "time_left w 0 0"}) {
        CAPTURE(clock);
        gtp.ask("clear_board");
        gtp.ask(clock);
        const auto begin = std::chrono::steady_clock::now();
        CHECK(gtp.ask("genmove w").starts_with("= "));
        CHECK(std::chrono::steady_clock::now() - begin < 5s); // a second's period, 50 times over
    }
}

TEST_CASE("agon-param sets the engine's options, and a name is one word") {
    GtpFixture gtp;
    CHECK(gtp.ask("agon-param Threads 2") == "=");
    CHECK(gtp.host.threads() == 2);
    CHECK(gtp.ask("agon-param move_overhead 55") == "=");
    CHECK(gtp.host.engine().options.move_overhead == 55ms);
    CHECK(gtp.ask("agon-param UCI_ELO 600") == "=");
    CHECK(gtp.ask("agon-param Threads none").starts_with("? Threads: "));
    CHECK(gtp.ask("agon-param Colour red").starts_with("? no option "));
    CHECK(gtp.ask("play w a1b2") == "=");
    CHECK(gtp.ask("agon-param NoProgressLimit 1") == "=");
    CHECK(gtp.ask("undo") == "="); // the game goes on
    CHECK(gtp.ask("play w a1b2") == "=");
    CHECK(gtp.ask("agon-param UCI_Variant ham") == "=");
    CHECK(gtp.ask("undo") == "? cannot undo"); // other rules, another game
}

TEST_CASE("agon-param sets the file of the conversation, or refuses it") {
    const agon::test::TemporaryFolder folder;
    const std::string file = folder / "debug.log";
    GtpFixture gtp;
    CHECK(gtp.ask("agon-param Debug_Log_File " + (folder / "none/debug.log")).starts_with("? "));
    CHECK(gtp.ask("agon-param Debug_Log_File " + file) == "=");
    CHECK(gtp.ask("name") == "= Agon");
    CHECK(gtp.ask("agon-param Debug_Log_File") == "=");
    CHECK(agon::test::read_file(file).find(">> name") != std::string::npos);
}

TEST_CASE("a new game changes what a level leaves to chance, unless there is a seed") {
    GtpFixture gtp;
    std::set<std::uint64_t> seeds;
    CHECK(gtp.ask("agon-param Level 1") == "=");
    for (int game = 0; game < 6; ++game) {
        CHECK(gtp.ask("clear_board") == "=");
        seeds.insert(gtp.host.engine().options.level_seed);
    }
    CHECK(seeds.size() > 1);
    CHECK(gtp.ask("agon-param Level_Seed 5") == "=");
    CHECK(gtp.ask("clear_board") == "=");
    CHECK(gtp.host.engine().options.level_seed == 5);
}

TEST_CASE("no settings, and overtime without moves, are no limit") {
    GtpClock clock;
    CHECK_FALSE(clock.limits(Side::White, 1));
    clock.set({.main = 10s, .overtime = 0s, .stones = 0});
    CHECK(clock.limits(Side::White, 1));
    clock.set({.main = 0s, .overtime = 1s, .stones = 0});
    CHECK_FALSE(clock.limits(Side::White, 1));
}

TEST_CASE("main time runs down, a side at a time") {
    GtpClock clock;
    clock.set({.main = 10s, .overtime = 0s, .stones = 0});
    clock.spend(Side::White, 4s);
    CHECK(white(clock).time[0] == 6s);
    CHECK_FALSE(white(clock).time[1]);
    CHECK(clock.limits(Side::Black, 1)->time[1] == 10s);
    clock.spend(Side::White, 7s);
    CHECK(white(clock).time[0] == 0s);
    clock.restart();
    CHECK(white(clock).time[0] == 10s);
}

TEST_CASE("periods: a full one begins after the given number of moves") {
    GtpClock clock;
    clock.set({.main = 0s, .overtime = 30s, .stones = 3});
    CHECK(white(clock).time[0] == 30s);
    CHECK(white(clock).moves_to_go == 3);
    clock.spend(Side::White, 10s); // main time is used up: the first of three moves in 30 s
    CHECK(white(clock).time[0] == 20s);
    CHECK(white(clock).moves_to_go == 2);
    CHECK(white(clock, 2).moves_to_go == 1);
    clock.spend(Side::White, 1s);
    clock.spend(Side::White, 1s);
    CHECK(white(clock).time[0] == 30s);
    CHECK(white(clock).moves_to_go == 3);
}

TEST_CASE("the time left is what the controller sends") {
    GtpClock clock;
    clock.set_left(Side::White, 5s, 0);
    CHECK(white(clock).time[0] == 5s);
    CHECK_FALSE(white(clock).moves_to_go);
    clock.set_left(Side::White, 7s, 4);
    CHECK(white(clock).time[0] == 7s);
    CHECK(white(clock).moves_to_go == 4);
    CHECK_FALSE(clock.limits(Side::Black, 1));
    for (int i = 0; i < 6; ++i) clock.spend(Side::White, 1s);
    CHECK(white(clock).time[0] == 1s);
    CHECK(white(clock).moves_to_go == 1);
}

TEST_CASE("before overtime main time is spent freely, with a share of overtime for each action") {
    GtpClock clock;
    clock.set({.main = 60s, .overtime = 20s, .stones = 10});
    CHECK(white(clock).time[0] == 60s);
    CHECK(white(clock).increment[0] == 2s);
    CHECK(white(clock, 2).increment[0] == 4s); // two moves an action
    clock.set_left(Side::White, 1s, 0);
    CHECK(white(clock).time[0] == 21s);
    CHECK(white(clock).moves_to_go == 10);
}
