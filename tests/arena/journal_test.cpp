// Matches that are killed, resumed and played in parts (arena.md, Journal; arena.md, Shards).
#include "tests/support/arena.hpp"
#include "tests/support/build_kind.hpp"
#include "tools/arena/journal/journal.hpp"

#include <chrono>
#include <cstdlib>
#include <random>
#include <regex>
#include <set>

using namespace agon::test;

namespace {

/// Lines, sorted, without what differs between equal matches: times, and the order of games.
std::set<std::string> lines(const std::string& text, const std::string& times) {
    const auto all = support::lines_of(std::regex_replace(text, std::regex(times), "TIME"));
    return {all.begin(), all.end()};
}

const char* const TIMES = R"x("(us|begun|ended)":[0-9]+)x";

std::set<std::string> journal_lines(const std::string& file) {
    return lines(read_file(file), TIMES);
}

/// Games as the sorted texts between their Event tags.
std::multiset<std::string> pgn_games(const std::string& file) {
    const std::string text = std::regex_replace(
        std::regex_replace(read_file(file), std::regex("\\s+"), " "),
        std::regex(R"x([0-9]+\.[0-9]{3}s|(Date|GameStartTime|GameEndTime) "[^"]*")x"), "TIME");
    std::multiset<std::string> games;
    for (auto at = text.find("[Event "); at != std::string::npos;) {
        const auto next = text.find("[Event ", at + 1);
        games.insert(text.substr(at, next - at));
        at = next;
    }
    return games;
}

/// What is printed from the last Progress line on.
std::string table(const std::string& output) {
    const auto end = output.rfind("Progress: ");
    REQUIRE(end != std::string::npos);
    return std::regex_replace(output.substr(end), std::regex(", [0-9:]+ left"), "");
}

/// Kills agon-match with SIGKILL after a time, unless it ends first. Returns whether it ended.
bool run_and_kill(const std::string& arguments, double seconds) {
    const std::string command = "timeout --foreground --signal=KILL " + std::to_string(seconds) +
                                " " AGON_BIN "/agon-match " + arguments + " >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
}

std::string own_engine(const std::string& name, int nodes) {
    return "-engine cmd=" AGON_BIN "/agon name=" + name + " nodes=" + std::to_string(nodes) + ' ';
}

// Scores decide games, so that there are wins to count.
const std::string RULES = "-maxmoves 12 -resign movecount=2 score=4 -each option.Hash=1 ";

} // namespace

TEST_CASE("a match killed at any instant resumes to the same journal, PGN and table") {
    std::mt19937 random(20);
    struct Case {
        const char* type;
        const char* options;
    };
    const Case cases[] = {{"roundrobin", "-rounds 3"},
                          {"gauntlet", "-rounds 3 -seeds 1"},
                          {"knockout", "-rounds 1"},
                          {"swiss", "-rounds 2"}};
    for (const Case& a_case : cases) {
        CAPTURE(a_case.type);
        TemporaryFolder folder;
        const auto command = [&](const std::string& name) {
            return own_engine("A", 160) + own_engine("B", 290) + own_engine("C", 90) + RULES +
                   "-tournament " + a_case.type + ' ' + a_case.options +
                   " -concurrency 2 -force-concurrency -pgnout file=" + (folder / name) + ".pgn";
        };
        const auto begun = std::chrono::steady_clock::now();
        const Run whole = run(command("whole"));
        const std::chrono::duration<double> length = std::chrono::steady_clock::now() - begun;
        CAPTURE(whole.output);
        REQUIRE(whole.status == 0);
        // Kills of each type, each somewhere within the time of an unbroken run. A run that ends
        // before its kill begins again, with less time.
        double longest = length.count() * 0.3;
        for (int kills = 0; kills < (support::SLOW_BUILD ? 2 : 5);) {
            if (!run_and_kill(command("killed"),
                              std::uniform_real_distribution(0.001, 0.001 + longest)(random))) {
                ++kills;
                continue;
            }
            longest /= 2;
            for (const char* file : {"killed.jsonl", "killed.pgn"})
                std::filesystem::remove(folder / file);
        }
        const Run killed = run(command("killed"));
        CAPTURE(killed.output);
        CHECK(killed.status == 0);
        CHECK(table(killed.output) == table(whole.output));
        CHECK(journal_lines(folder / "killed.jsonl") == journal_lines(folder / "whole.jsonl"));
        CHECK(pgn_games(folder / "killed.pgn") == pgn_games(folder / "whole.pgn"));
        CHECK(pgn_games(folder / "whole.pgn").size() >= 4);
    }
}

TEST_CASE("only the same match may continue a journal") {
    TemporaryFolder folder;
    const std::string journal = folder / "games.jsonl", pgn = folder / "games.pgn";
    const std::string command =
        own_engine("A", 20) + own_engine("B", 30) + RULES + "-rounds 1 -pgnout file=" + pgn + ' ';
    const auto match = [&](const std::string& more) { return run(command + more); };
    REQUIRE(match("").status == 0);
    const std::string journal_text = read_file(journal), pgn_text = read_file(pgn);

    SUBCASE("what has been played is not played again") {
        const Run again = match("-concurrency 1 -ratinginterval 1");
        CHECK(again.status == 0);
        CHECK(again.says("Resuming after 2 finished games"));
        CHECK_FALSE(again.says("Started"));
        CHECK(again.says("Games: 2, "));
    }
    SUBCASE("other settings are refused by name, and no file is changed") {
        const Run other = run(replaced(command, "-maxmoves 12", "-maxmoves 13"));
        CHECK(other.status == 1);
        CHECK(other.says(journal + " is the journal of another match (adjudication/maxmoves: 12, "
                                   "now 13)"));
        CHECK(match("-games 1").says("(games: 2, now 1)"));
        CHECK(match("-each tc=60 st=5").says("(engines/0/tc: none, now \"60\")"));
        CHECK(match("-stall 61.5").says("(engines/0/stall: none, now \"61.5\")"));
        CHECK(match("match_line=nodes").says("(engines/0/match_line/0: none, now \"nodes\")"));
        CHECK(match("-each option.Hash=2").says("(engines/0/options/Hash: \"1\", now \"2\")"));
    }
    SUBCASE("a line cut short is a game not played") {
        std::filesystem::resize_file(journal, journal_text.size() - 5);
        std::filesystem::resize_file(pgn, pgn_text.find("[Event", 10));
        CHECK(match("").says("Resuming after 1 finished games"));
        CHECK(journal_lines(journal) == lines(journal_text, TIMES));
        return;
    }
    SUBCASE("a PGN that is behind is completed, one that is missing written again") {
        std::filesystem::resize_file(pgn, pgn_text.size() / 3);
        CHECK(match("").status == 0);
        CHECK(read_file(pgn) == pgn_text);
        std::filesystem::remove(pgn);
        CHECK(match("").status == 0);
    }
    SUBCASE("every limit counts") {
        std::filesystem::remove(journal);
        std::filesystem::remove(pgn);
        REQUIRE(match("-each tc=60 st=5").status == 0);
        CHECK(match("-each tc=60 st=6").says("(engines/0/st: \"5\", now \"6\")"));
        CHECK(match("-each tc=60").says("(engines/0/st: \"5\", now none)"));
        CHECK(match("-each tc=60 st=5").status == 0);
        return;
    }
    SUBCASE("what a PGN has beyond the journal is moved to a separate file") {
        std::ofstream(pgn, std::ios::app) << "[Event \"mine\"]\n";
        const Run again = match("");
        CHECK(again.status == 0);
        CHECK(again.says("Warning: the last 15 bytes of " + pgn));
        CHECK(again.says("have been moved to " + folder / "games-2.pgn"));
        CHECK(read_file(folder / "games-2.pgn") == "[Event \"mine\"]\n");
    }
    SUBCASE("zeros that a power cut left in a PGN are written over") {
        const std::string zeros(pgn_text.size() - 99, '\0');
        write_file(pgn, pgn_text.substr(0, 99) + zeros);
        CHECK(match("").status == 0);
        CHECK(read_file(folder / "games-2.pgn") == pgn_text.substr(0, 99) + zeros);
    }
    SUBCASE("a PGN of other games is left untouched") {
        std::ofstream(pgn) << "[Event \"mine\"]\n";
        CHECK(match("").says("holds other games than the journal"));
        CHECK(read_file(pgn) == "[Event \"mine\"]\n");
        std::ofstream(pgn) << pgn_text;
    }
    SUBCASE("a last line with zeros, as a power cut may leave it, is a game not played") {
        std::string torn = journal_text;
        torn.replace(torn.size() - 60, 30, 30, '\0');
        write_file(journal, torn);
        CHECK(match("").says("Resuming after 1 finished games"));
        CHECK(journal_lines(journal) == lines(journal_text, TIMES));
        CHECK(pgn_games(pgn) == [&] {
            write_file(folder / "before.pgn", pgn_text);
            return pgn_games(folder / "before.pgn");
        }());
        return;
    }
    SUBCASE("a line that occurs twice, or of a game that is not of the match, is refused") {
        const auto last = journal_text.rfind('\n', journal_text.size() - 2) + 1;
        const auto refused = [&](const std::string& line, const std::string& words) {
            write_file(journal, journal_text + line);
            const Run again = match("");
            CAPTURE(again.output);
            CHECK(again.status == 1);
            CHECK(again.says(words));
            CHECK(read_file(journal) == journal_text + line);
        };
        const std::string line = journal_text.substr(last);
        refused(line, journal + ":4: game 2 occurs here a second time");
        for (const std::string number : {"3", "0", "-1"})
            refused(std::regex_replace(line, std::regex("\"game\":2"), "\"game\":" + number),
                    journal + ": game ");
        write_file(journal,
                   std::regex_replace(journal_text, std::regex("\"round\":1,"), "\"round\":2,"));
        CHECK(match("").says("is not one that this match of 2 games plays"));
        write_file(journal, journal_text);
    }
    SUBCASE("an unfinished game does not count") {
        const std::string broken = std::regex_replace(
            journal_text, std::regex(R"("result":"[^"]*","termination":"[^"]*")"),
            R"("result":"*","termination":"unterminated")",
            std::regex_constants::format_first_only);
        write_file(journal, broken);
        const Run merged = run("merge " + journal);
        CHECK(merged.status == 0);
        CHECK(merged.output.starts_with("Games: 1\nUnfinished, not counted: 1\n"));
        CHECK(merged.says("Games: 1, "));
        CHECK(match("").says(journal + ":2: game "));
        write_file(journal, journal_text);
    }
    SUBCASE("a file that is not a journal is left untouched") {
        std::ofstream(journal) << "my notes\n";
        CHECK(match("").says(journal + ":1: not "));
        CHECK(read_file(journal) == "my notes\n");
        std::ofstream(journal) << journal_text;
    }
    CHECK(read_file(journal) == journal_text);
    CHECK(read_file(pgn) == pgn_text);
}

TEST_CASE("forfeited turns and last positions are restored from the journal") {
    TemporaryFolder folder;
    const std::string command =
        engine("A") + engine("B", "uci illegal 3") + CLOCK +
        "-rounds 1 -maxmoves 4 -illegal forfeit-turn -pgnout file=" + (folder / "games.pgn") +
        " -epdout file=" + (folder / "last.epd");
    REQUIRE(run(command).status == 0);
    const std::string pgn = read_file(folder / "games.pgn"), epd = read_file(folder / "last.epd");
    CHECK(pgn.find("0000 {turn forfeited: ") != std::string::npos);
    std::filesystem::resize_file(folder / "last.epd", 9);
    const Run again = run(command);
    CHECK(again.says("Resuming after 2 finished games"));
    CHECK(again.says("; illegal 6\n"));
    CHECK(read_file(folder / "games.pgn") == pgn);
    CHECK(read_file(folder / "last.epd") == epd);
}

TEST_CASE("what a PGN held before the match is kept") {
    TemporaryFolder folder;
    std::ofstream(folder / "games.pgn") << "; mine\n";
    const std::string command = own_engine("A", 20) + own_engine("B", 30) + RULES +
                                "-rounds 1 -pgnout file=" + (folder / "games.pgn");
    REQUIRE(run(command).status == 0);
    const std::string text = read_file(folder / "games.pgn");
    CHECK(text.starts_with("; mine\n[Event "));
    REQUIRE(run(command).status == 0);
    CHECK(read_file(folder / "games.pgn") == text);
}

TEST_CASE("a PGN that held other games can be moved away once, and the match resumes ever after") {
    for (const std::string& before :
         {std::string("; mine\n"), "; " + std::string(20'000, 'x') + '\n'}) {
        TemporaryFolder folder;
        const std::string pgn = folder / "games.pgn";
        std::ofstream(pgn) << before;
        const std::string command =
            own_engine("A", 20) + own_engine("B", 30) + RULES + "-rounds 1 -pgnout file=" + pgn;
        REQUIRE(run(command).status == 0);
        const std::string games = read_file(pgn).substr(before.size());
        std::filesystem::rename(pgn, folder / "moved.pgn");
        for (int i = 0; i < 3; ++i) {
            CHECK(run(command).status == 0);
            CHECK(read_file(pgn) == games);
        }
        std::filesystem::resize_file(pgn, games.size() / 2); // a kill
        CHECK(run(command).status == 0);
        CHECK(read_file(pgn) == games);
        std::ofstream(pgn) << "; other\n";
        const Run refused = run(command);
        CHECK(refused.status == 1);
        CHECK((refused.says("is shorter than when the match began") ||
               refused.says("holds other games than the journal")));
        CHECK(read_file(pgn) == "; other\n");
    }
}

TEST_CASE("bytes that are not UTF-8 do not keep a match from its own journal") {
    TemporaryFolder folder;
    const std::string command = own_engine("A", 20) + own_engine("B", 30) + RULES +
                                "-rounds 1 -event $'Caf\\xe9' -pgnout file=" + folder / "g.pgn";
    const auto match = [&] {
        return run_shell("bash -c \"" AGON_BIN "/agon-match " + command +
                         " 2>&1\"; echo status $?");
    };
    CHECK(match().says("status 0"));
    const Run again = match();
    CAPTURE(again.output);
    CHECK(again.says("Resuming after 2 finished games"));
    CHECK(again.says("status 0"));
}

TEST_CASE("a journal has one writer at a time") {
    TemporaryFolder folder;
    const std::string journal = folder / "games.jsonl";
    const std::string pgn = folder / "games.pgn";
    const std::string slow = engine("A", "uci stall") + engine("B") +
                             "-each nodes=1 -rounds 1 -pgnout file=" + pgn +
                             " -journal file=" + journal;
    const Run both =
        run(slow + " >/dev/null 2>&1 & until test -s " + journal +
            "; do sleep 0.01; done; echo of $!; for other in '' 1 2; do " AGON_BIN "/agon-match " +
            slow + "$other 2>&1; done; rm " + pgn + "; echo none $(ls " + pgn +
            "* 2>/dev/null); kill -9 $!");
    CAPTURE(both.output);
    const auto at = both.output.find("of ") + 3;
    const std::string writer =
        "process " + both.output.substr(at, both.output.find('\n') - at) + " (agon-match)";
    CHECK(both.says(journal + ": " + writer + " is writing it"));
    CHECK(both.count(pgn + ": " + writer + " is writing it") == 2); // of another journal
    check_refused(engine("A") + engine("B") + CLOCK +
                      "-pgnout file=" + folder / "x -journal file=" + folder.path.string() + "/./x",
                  folder / "x: another option of this command is writing it", 1);
}

TEST_CASE("a match that is started twice loses no game") {
    // The second one finds a writer and ends, or resumes after the first has finished.
    std::mt19937 random(37);
    for (int i = 0; i < 40 / support::SHARE; ++i) {
        TemporaryFolder folder;
        const std::string journal = folder / "games.jsonl", pgn = folder / "games.pgn";
        const std::string match = AGON_BIN "/agon-match " + engine("A") + engine("B") + CLOCK +
                                  "-maxmoves 2 -rounds 2 -pgnout file=" + pgn;
        const int offset = std::uniform_int_distribution(0, 120)(random);
        CAPTURE(offset);
        const Run both = run_shell(match + " >" + folder / "first 2>&1 & sleep " +
                                   std::to_string(offset / 1000.0) + "; " + match +
                                   " 2>&1; echo status $?; wait $!; echo status $?");
        CAPTURE(both.output);
        CHECK(both.says("status 0"));
        const std::string first = read_file(folder / "first");
        // One of the two is refused, or the second finds all games played.
        const std::string refused = journal + ": ";
        const bool second_refused = both.says(refused),
                   first_refused = first.find(refused) != std::string::npos;
        CHECK_FALSE((second_refused && first_refused));
        const std::string over = "Resuming after 4 finished games";
        CHECK((second_refused || first_refused || both.says(over) ||
               first.find(over) != std::string::npos));
        CHECK(journal_lines(journal).size() == 5);
        CHECK(pgn_games(pgn).size() == 4);
        CHECK((first_refused ? both.says("Games: 4,")
                             : first.find("Games: 4,") != std::string::npos));
    }
}

TEST_CASE("a round-robin grows by more rounds, and no other setting changes") {
    TemporaryFolder folder;
    const std::string journal = folder / "games.jsonl";
    const auto match_into = [&](const std::string& file, const std::string& more) {
        return run(own_engine("A", 20) + own_engine("B", 30) + own_engine("C", 25) + RULES +
                   "-pgnout file=" + folder / file + ' ' + more);
    };
    const auto match = [&](const std::string& more) { return match_into("games.pgn", more); };
    for (const std::string type : {"", "-tournament gauntlet "}) {
        for (const char* file : {"games.jsonl", "games.pgn"})
            std::filesystem::remove(folder / file);
        const int games = type.empty() ? 6 : 4; // of a round
        REQUIRE(match(type + "-rounds 1").status == 0);
        const std::string before = read_file(journal), pgn = read_file(folder / "games.pgn");
        const Run more = match(type + "-rounds 3");
        CAPTURE(more.output);
        CHECK(more.status == 0);
        CHECK(more.says("Resuming after " + std::to_string(games) + " finished games"));
        CHECK(more.count("Started game ") == 2 * games);
        CHECK(read_file(journal).starts_with(before));
        CHECK(read_file(folder / "games.pgn").starts_with(pgn));
        const Run again = match(type + "-rounds 3");
        CHECK(again.says("Resuming after " + std::to_string(3 * games) + " finished games"));
        CHECK_FALSE(again.says("Started game "));
        const Run fewer = match(type + "-rounds 2");
        CHECK(fewer.status == 1);
        CHECK(fewer.says(" is not one that this match of " + std::to_string(2 * games) +
                         " games plays"));
    }
    for (const std::string type : {"swiss", "knockout"}) {
        const std::string other = "-tournament " + type + " -journal file=" + folder / type;
        REQUIRE(match_into(type + ".pgn", other + " -rounds 1").status == 0);
        CHECK(match_into(type + ".pgn", other + " -rounds 2").says("(rounds: 1, now 2)"));
    }
}

TEST_CASE("the games are safe in the journal before the PGN has them, with locks or without" *
          doctest::skip(support::SLOW_BUILD)) { // a sanitizer must be loaded first
    TemporaryFolder folder;
    const Run match = run_shell(
        "AGON_FILE_CALLS=" + folder / "calls" +
        " LD_PRELOAD=" AGON_FILE_CALLS " " AGON_BIN "/agon-match " + engine("A") + engine("B") +
        CLOCK + "-maxmoves 2 -rounds 1 -pgnout file=" + folder / "games.pgn" + " 2>&1");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(read_file(folder / "calls") == "sync\nsync\npgn\nsync\npgn\n");
    for (const char* file : {"games.jsonl", "games.pgn"})
        CHECK(match.says("Warning: " + folder / file + " cannot be locked (No locks available)"));
}

TEST_CASE("each termination signal ends a match or a tuning cleanly, with its table printed") {
    TemporaryFolder folder;
    const auto ended = [&](const std::string& arguments, const std::string& signal,
                           const std::string& before) {
        const std::string log = folder / "log";
        const Run run =
            run_shell("rm -f " + log + "; " + before + AGON_BIN "/agon-match " + arguments +
                      " -log file=" + log + " 2>&1 & until grep -qs '> go' " + log +
                      "; do sleep 0.01; done; kill -" + signal + " $!; wait $!; echo status $?");
        CAPTURE(run.output);
        return run.output;
    };
    const std::string match = engine("A", "uci stall") + engine("B") + "-each nodes=1";
    const std::string tuning =
        "spsa " + engine("A", "uci stall") +
        "nodes=1 -iterations 2 -param Hash max=99 -journal file=" + folder / "t";
    for (const std::string signal : {"HUP", "TERM", "INT"}) {
        CAPTURE(signal);
        // A shell has its background jobs ignore Ctrl-C, hence env.
        const std::string output = ended(match, signal, "env --default-signal=INT ");
        CHECK(output.find("Games: 0,") != std::string::npos);
        CHECK(output.ends_with("Match broken off\nstatus 130\n"));
        CHECK(ended(tuning, signal, "env --default-signal=INT ")
                  .ends_with("Tuning broken off\nstatus 130\n"));
    }
    // nohup stays nohup: the second signal ends it.
    const std::string kept = ended(match, "HUP $!; kill -0 $! && echo lives; kill", "nohup ");
    CHECK(kept.find("lives\n") != std::string::npos);
    CHECK(kept.ends_with("status 130\n"));
}

TEST_CASE("a hung engine does not outlive a killed match") {
    TemporaryFolder folder;
    const std::string log = folder / "traffic.log";
    const Run killed =
        run(engine("A", "uci stall") + engine("B") + "-each nodes=1 -log file=" + log +
            " >/dev/null 2>&1 & until grep -qs '> go' " + log +
            "; do sleep 0.01; done; engines=$(echo $(ps -o pid= --ppid $!)); kill -9 $!; "
            "for i in $(seq 1500); do "
            "ps -o stat= -p \"$engines\" | grep -q '^[^Z]' || break; sleep 0.02; done; "
            "ps -o stat= -p \"$engines\"; echo \"of $engines\"");
    CAPTURE(killed.output);
    CHECK(killed.says("of "));
    CHECK_FALSE(killed.says("of \n")); // there were engines
    CHECK_FALSE(killed.says("S"));     // and none sleeps now
}

TEST_CASE("four shards merged are the unsharded match") {
    TemporaryFolder folder;
    std::ofstream(folder / "two.epd") << "6/4g2/8/9/3Q1GG2g/1Gg1g6/3ggGG3/4q4/3G4/7/6 b - -\n"
                                         "6/4g2/8/9/3Q1GG2g/1Gg1g6/3ggGG3/4q4/3G4/7/6 w - -\n";
    const std::string match =
        own_engine("A", 30) + own_engine("B", 60) + own_engine("C", 90) + RULES +
        "-rounds 3 -srand 5 -openings order=random format=epd file=" + (folder / "two.epd") +
        " -journal file=" + folder.path.string();
    REQUIRE(run(match + "/whole.jsonl").status == 0);
    std::string shards;
    for (const std::string part : {"1", "2", "3", "4"}) {
        const std::string journal = "/shard-" + part + ".jsonl";
        const Run shard = run(match + journal + " --shard " + part + "/4");
        CAPTURE(shard.output);
        REQUIRE(shard.status == 0);
        shards += ' ' + folder.path.string() + journal;
    }
    const Run merged = run("merge" + shards + " -o " + (folder / "merged.jsonl"));
    const Run whole = run("merge " + (folder / "whole.jsonl"));
    CHECK(merged.status == 0);
    CHECK(merged.says("Games: 18\n"));
    CHECK(merged.output == whole.output);
    CHECK(journal_lines(folder / "merged.jsonl") == journal_lines(folder / "whole.jsonl"));

    CHECK_FALSE(merged.says("Missing"));
    // Two of four, and the journal merged from them with the other two.
    const auto shard = [&](int part) {
        return ' ' + (folder / ("shard-" + std::to_string(part) + ".jsonl"));
    };
    const std::string half = folder / "half.jsonl";
    CHECK(run("merge" + shard(3) + shard(1) + " -o " + half).says("\nMissing: shards 2/4, 4/4\n"));
    CHECK(run("merge " + half).says("\nMissing: shards 2/4, 4/4\n"));
    CHECK(run("merge " + half + shard(4)).says("\nMissing: shards 2/4\n"));
    CHECK(run("merge" + shard(2) + ' ' + half + shard(4)).output == whole.output);

    CHECK(run("merge" + shards + shards).says("/shard-1.jsonl is named twice"));
    std::filesystem::copy_file(folder / "shard-1.jsonl", folder / "copy.jsonl");
    CHECK(run("merge" + shards + ' ' + (folder / "copy.jsonl")).says("is in both "));
    REQUIRE(run(match + "/third.jsonl --shard 2/3").status == 0);
    CHECK(run("merge" + shard(1) + ' ' + (folder / "third.jsonl")).says("is shard 2/3, but other"));
    const Run refused = run(match + "/x.jsonl --shard 5/4");
    CHECK(refused.status == 2);
    CHECK(refused.says("--shard: '5/4' is not I/N"));
}

TEST_CASE("only merge runs the SPRT of shards") {
    TemporaryFolder folder;
    for (const std::string part : {"1", "2"}) {
        const Run shard = run(engine("A") + engine("B", "uci illegal") + CLOCK +
                              "-rounds 80 -sprt elo0=0 elo1=100 -journal file=" + (folder / part) +
                              " --shard " + part + "/2");
        CHECK(shard.count("Finished game ") == 80);
        CHECK_FALSE(shard.says("SPRT"));
    }
    const Run merged = run("merge " + (folder / "1") + ' ' + (folder / "2"));
    CHECK(merged.says("Games: 160, Wins: 160,"));
    CHECK(merged.says("SPRT completed: H1 was accepted"));
}
