// agon-match when things go wrong around it: each fault promptly has its own outcome
// (arena.md, Faults). The time limit is twenty times the specified one, for busy machines.
// Everything that reads games reads one of 100,000 actions (arena.md, Limits).
#include "tests/support/arena.hpp"
#include "tests/support/build_kind.hpp"
#include "tools/arena/journal/journal.hpp"

#include <chrono>
#include <vector>

using namespace agon::test;
using namespace std::chrono_literals;
using agon::arena::Json;

namespace {

constexpr auto BEYOND_THE_CLOCK = 20 * 2s;

/// A match of one game, with a misbehaving engine as black.
class Against {
public:
    Against(const std::string& behaviour, const std::string& options)
        : match_(start(engine("A") + engine("B", "uci " + behaviour) + "-rounds 1 -games 1 " +
                       options)) {}

    Run finish() {
        Run match = match_.finish();
        CHECK(std::chrono::steady_clock::now() - begin_ < 1s + BEYOND_THE_CLOCK);
        CHECK_FALSE(match.says("nan"));
        return match;
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    Running match_;
};

Run against(const std::string& behaviour, const std::string& options) {
    return Against(behaviour, options).finish();
}

constexpr int ACTIONS = support::SLOW_BUILD ? 10'000 : 100'000;
constexpr const char* BACK_AND_FORTH[] = {"a1a2", "l11l10", "a2a1",
                                          "l10l11"}; // returns to the start
const std::string NO_DRAWS =
    "-each nodes=1 option.NoProgressLimit=0 option.RepetitionLimit=0 -rounds 1 -games 1 ";

/// The journal of a short game, whose actions are replaced by many others.
std::string long_journal(const TemporaryFolder& folder) {
    const std::string file = folder / "short.jsonl";
    const Run match =
        run(engine("A") + engine("B") + NO_DRAWS + "-maxmoves 1 -journal file=" + file);
    CAPTURE(match.output);
    REQUIRE(match.status == 0);
    const auto lines = support::lines_of(read_file(file));
    Json record = Json::parse(lines.at(1));
    Json actions = Json::array();
    for (int i = 0; i < ACTIONS; ++i)
        actions.push_back({{"move", BACK_AND_FORTH[i % 4]}, {"us", 5}, {"nodes", 4}});
    record["actions"] = actions;
    std::string longer = folder / "long.jsonl";
    std::ofstream(longer) << lines[0] << '\n' << record.dump() << '\n';
    return longer;
}

} // namespace

TEST_CASE("each fault of an engine has its own outcome, with and without a clock") {
    struct Case {
        std::string behaviour, reason, fault;
    };
    const Case cases[] = {
        {"die-move 2", "1-0 {Black disconnects: crash (killed by signal 9", "; crash 1\n"},
        {"die-after 2", "1-0 {Black disconnects: crash (killed by signal 9", "; crash 1\n"},
        {"die-held 2", "1-0 {Black disconnects: crash (killed by signal 9", "; crash 1\n"},
        {"leave 2", "1-0 {Black disconnects (exited with status 0", "; disconnect 1\n"},
        {"close 2", "1-0 {Black disconnects (closed its output", "; disconnect 1\n"},
        {"stall 2", "1-0 {Black's connection stalls (no bestmove after", "; stall 1\n"},
        {"illegal 2", "1-0 {Black makes an illegal move ('a1l11' is illegal", "; illegal 1\n"},
        {"nothing 2", "1-0 {Black makes an illegal move (there is no action", "; illegal 1\n"},
        {"megabyte-line 2", "{Draw by adjudication (move limit)}", "; no faults\n"},
        {"flood-stderr 2", "{Draw by adjudication (move limit)}", "; no faults\n"},
        {"endless-line 2", "1-0 {Black's connection stalls (no bestmove after", "; stall 1\n"},
        {"ignore-quit", "{Draw by adjudication (move limit)}", "; no faults\n"},
    };
    const std::string bounds[] = {"-each st=", "-each nodes=1 -stall "};
    std::vector<Against> matches; // side by side, because most of their time is waiting
    for (const Case& expected : cases)
        for (const std::string& bound : bounds) {
            const bool stalls = expected.fault == "; stall 1\n"; // only it has to wait for its end
            matches.emplace_back(expected.behaviour,
                                 bound + (stalls ? "2" : "20") + " -recover -maxmoves 3");
        }
    Against being_late("late 2", "-each st=2 -recover");
    auto next = matches.begin();
    for (const Case& expected : cases)
        for (const std::string& bound : bounds) {
            CAPTURE(expected.behaviour);
            CAPTURE(bound);
            const Run match = (next++)->finish();
            CAPTURE(match.output);
            CHECK(match.status == 0);
            CHECK(match.count("Finished game ") == 1);
            CHECK(match.says(expected.reason));
            const char* const score = match.says(": 1-0 ") ? "0-1-0" : "0-0-1";
            CHECK(match.says(std::string("B: won-lost-drawn 0-0-0 as white, ") + score +
                             " as black" + expected.fault));
        }
    const Run late = being_late.finish();
    CAPTURE(late.output);
    CHECK(late.says("1-0 {Black loses on time}"));
    CHECK(late.says("; on time 1\n"));
}

TEST_CASE("without -recover a stall ends the match with its reason") {
    const Run match = against("stall 2", "-each st=2");
    CHECK(match.status == 1);
    CHECK(match.says("agon-match: game 1: Black's connection stalls"));
}

TEST_CASE("a stall shows the line that hides the move") {
    CHECK(against("buried-move 2", "-each st=2").says("; last words: hmm bestmove l11k10)"));
}

TEST_CASE("an engine that never starts ends the match without a result") {
    const auto refused = [](const std::string& behaviour, const char* words) {
        const Run match = against(behaviour, "-each st=20 -recover");
        CAPTURE(match.output);
        CHECK(match.status == 1);
        CHECK(match.says(words));
        CHECK(match.count("Finished game ") == 0);
    };
    refused("die-handshake", "engine B does not start: exited with status 3; last words: mock: no "
                             "network file");
    refused("no-options", "engine B does not start: has no option UCI_Variant");
    const Run lines = against("no-options", "-each st=20");
    for (const char* line : {"option name UCI_Variant type combo default classic var classic",
                             "option name Setup type combo default standard var standard",
                             "option name RepetitionLimit type spin default 3 min 0 max 1000000",
                             "option name NoProgressLimit type spin default 100 min 0 max 1000000"})
        CHECK(lines.count(std::string("Warning: B: does not list: ") + line + '\n') == 1);
    const Run missing = run(engine("A") + "-engine cmd=/no/such/program name=B -each st=0.2");
    CHECK(missing.status == 1);
    CHECK(missing.says("engine B does not start: cannot start '/no/such/program': No such file"));
    CHECK(missing.count("Finished game ") == 0);
    const Run not_in_path = run(engine("A") + "-engine cmd=no-such-program name=B -each st=0.2");
    CHECK(not_in_path.says("cannot start 'no-such-program': not found in PATH"));
    const agon::test::TemporaryFolder folder;
    agon::test::write_file(folder / "bot.py", "");
    const auto in_folder = [&](const std::string& program) {
        return agon::test::run_shell("cd " + folder.path.string() + " && " AGON_BIN "/agon-match " +
                                     engine("A") + "-engine cmd=" + program +
                                     " name=B -each st=0.2 2>&1");
    };
    CHECK(in_folder("bot.py").says("not found in PATH; the file in this directory is ./bot.py"));
    CHECK(in_folder("./bot.py").says("Permission denied; chmod +x makes a file executable"));
}

TEST_CASE("a process that an engine leaves behind in another session is reported") {
    const Run match = against("daemon 2", "-each st=0.3 -maxmoves 2");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Warning: process ") == 1);
    CHECK(match.says(" (mock_engine), which an engine started in a session of its own, outlives "));
}

TEST_CASE("a match under any limit of open files is refused or played") {
    const std::string match =
        "/agon-match " + engine("A") + engine("B") +
        "-each nodes=1 -rounds 4 -repeat -concurrency 4 -force-concurrency -maxmoves 2 2>&1";
    int refused = 0, played = 0;
    for (const int limit : {20, 30, 45, 60, 63, 64, 70, 100, 200}) {
        CAPTURE(limit);
        const Run run =
            agon::test::run_shell("ulimit -n " + std::to_string(limit) + "; " AGON_BIN + match);
        CAPTURE(run.output);
        if (run.says("Started game")) {
            ++played;
            CHECK(run.status == 0);
            CHECK(run.count("Finished game ") == 8);
            CHECK(run.count("; no faults\n") == 2);
        } else {
            ++refused;
            CHECK(run.status == 1);
            CHECK(run.output.starts_with("agon-match: -concurrency 4: 8 engines at a time, and the "
                                         "limit of open files has room for "));
            CHECK(run.count("\n") == 1);
        }
    }
    CHECK(refused >= 3);
    CHECK(played >= 3);
    // Only the soft limit is raised.
    CHECK(agon::test::run_shell("ulimit -Sn 20; " AGON_BIN + match).count("Finished game ") == 8);
}

TEST_CASE("engines are replaced by others if the limit of open files has no room for all") {
    // Three games at a time run six processes. There is room for 7, so idle ones must end.
    std::string engines;
    for (const char* name : {"A", "B", "C", "D", "E", "F"}) engines += engine(name);
    const Run match = agon::test::run_shell(
        "ulimit -n 60; " AGON_BIN "/agon-match " + engines +
        "-each nodes=1 -rounds 1 -concurrency 3 -force-concurrency -maxmoves 2 2>&1");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Finished game ") == 30);
    CHECK(match.count("; no faults\n") == 6);
}

TEST_CASE("files that cannot be written are named, if possible before the first game") {
    TemporaryFolder folder;
    for (const char* option : {"-pgnout", "-epdout", "-log", "-journal"}) {
        CAPTURE(option);
        std::string words = "-each st=0.2 -maxmoves 2 ";
        // Otherwise it would be beside the PGN, in /dev.
        if (std::string(option) == "-pgnout")
            words += "-journal file=" + (folder / "journal") + " ";
        words += std::string(option) + " file=";
        const Run absent = against("", words + (folder / "no/file"));
        CHECK(absent.status == 1);
        CHECK(absent.says("agon-match: cannot write " + (folder / "no/file") +
                          ": there is no directory " + (folder / "no") + '\n'));
        CHECK_FALSE(absent.says("Started game"));
        CHECK_FALSE(std::filesystem::exists(folder / "no"));
        const Run full = against("", words + "/dev/full");
        CAPTURE(full.output);
        CHECK(full.status == 1);
        CHECK(full.says("agon-match: cannot write /dev/full: "));
    }
}

TEST_CASE("our own engine ponders against itself") {
    TemporaryFolder folder;
    const std::string log = folder / "log";
    const std::string agon = AGON_BIN "/agon";
    const Run match = run("-engine cmd=" + agon + " name=A -engine cmd=" + agon +
                          " name=B -each tc=10+1 nodes=2000 ponder option.Hash=1 -rounds 1 "
                          "-maxmoves 20 -log file=" +
                          log);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.says("A: won-lost-drawn "));
    CHECK(match.count("; no faults\n") == 2);
    CHECK_FALSE(match.says("Warning"));
    const Run lines{0, read_file(log)};
    const int pondered = lines.count(" > go ponder ");
    CHECK(pondered > 20);
    CHECK(lines.count(" > ponderhit") > 0);
    CHECK(lines.count(" > stop") > 0);
    CHECK(lines.count(" > ponderhit") + lines.count(" > stop") == pondered);
}

TEST_CASE("a journal with a long game is listed, counted and drawn") {
    const TemporaryFolder folder;
    const std::string journal = long_journal(folder);
    const Run list = run("replay " + journal + " 1");
    CHECK(list.status == 0);
    CHECK(list.count("\n") == 2 + ACTIONS);
    CHECK(list.says("\n" + std::to_string(ACTIONS) + " black l10l11 "));
    const Run table = run("merge " + journal);
    CHECK(table.status == 0);
    CHECK(table.says("A: won-lost-drawn 0-0-1 as white"));
    const std::string page = folder / "page.html";
    const Run report = run("report " + journal + " -o " + page);
    CHECK(report.status == 0);
    CHECK(std::filesystem::file_size(page) > ACTIONS);
}

TEST_CASE("a long game is an opening, to its end") {
    const TemporaryFolder folder;
    const std::string openings = folder / "long.pgn", games = folder / "games.pgn";
    std::ofstream file(openings);
    file << "[Event \"?\"]\n[Result \"*\"]\n\n";
    for (int i = 0; i < ACTIONS; ++i) file << BACK_AND_FORTH[i % 4] << (i % 8 == 7 ? '\n' : ' ');
    file << "*\n";
    file.close();
    const Run match =
        run(engine("A") + engine("B") + NO_DRAWS + "-maxmoves " + std::to_string(ACTIONS / 2 + 1) +
            " -pgnout file=" + games + " -openings format=pgn file=" + openings);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    // The actions of the mocks, each once, are legal only if they were sent the whole game.
    CHECK(match.says("; no faults\n"));
    CHECK(read_file(games).find("[PlyCount \"" + std::to_string(ACTIONS + 2) + "\"]") !=
          std::string::npos);
}
