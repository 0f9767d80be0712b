// `agon-match play`, with mock engines.
#include "tests/support/arena.hpp"
#include "tools/arena/cli/board_view.hpp"

#include <csignal>

using namespace agon::test;

namespace {

const std::string MOCK = AGON_BIN "/mock_engine uci";

/// Runs `play` in a folder, sends it `signal` once the shell's condition `until` holds, and waits
/// for it.
Run break_off(const TemporaryFolder& folder, const std::string& arguments, const std::string& until,
              const std::string& signal) {
    return run_shell("cd " + folder.path.string() + " && { " AGON_BIN "/agon-match play " +
                     arguments + " >out 2>&1 & until " + until + "; do sleep 0.02; done; kill -" +
                     signal + " $!; wait $!; status=$?; cat out; exit $status; }");
}

} // namespace

TEST_CASE("a signal between two pauses ends the next") { // it was lost, and a paused game went on
    agon::match::Keyboard keyboard;
    REQUIRE(std::raise(SIGINT) == 0);
    keyboard.pause(std::chrono::hours(24));
}

TEST_CASE("a game is played and saved") {
    const TemporaryFolder folder;
    const std::string pgn = folder / "game.pgn";
    const std::string journal = folder / "game.jsonl";
    const Run game = run("play --quiet --engine '" + MOCK + "' --maxmoves 2 --pgn " + pgn);
    CAPTURE(game.output);
    CHECK(game.status == 0);
    CHECK(game.output.starts_with("Result: 1/2-1/2 {Draw by adjudication (move limit)}\nSaved in " +
                                  pgn + " and " + journal + "\nSee it again: "));
    CHECK(game.says("agon-match report " + journal + " -o " + (folder / "game.html") + '\n'));
    CHECK(game.says("agon-match replay " + journal + " 1\n"));
    CHECK(read_file(pgn).find("[PlyCount \"4\"]") != std::string::npos);
    // The journal is there now, and has one game; a second goes to the PGN alone.
    CHECK(run("play --quiet --engine '" + MOCK + "' --maxmoves 2 --pgn " + pgn)
              .says("Saved in " + pgn + '\n'));
    CHECK(run("replay " + journal + " 1").says("move limit"));
    CHECK(run("report " + journal + " -o " + (folder / "game.html")).status == 0);
}

TEST_CASE("a game that is broken off is saved without a result") {
    for (const std::string signal : {"INT", "TERM", "HUP"}) {
        CAPTURE(signal);
        const TemporaryFolder folder;
        const Run game = break_off(folder, "--engine '" + MOCK + " stall 3' --tc inf --depth 1",
                                   "grep -qs 'action 4' out", signal);
        CAPTURE(game.output);
        CHECK(game.status == 130);
        CHECK(game.says("Result: * {Game broken off}\nSaved in games/"));
        const Run record = run_shell("cat " + folder.path.string() + "/games/*.pgn");
        CHECK(record.says("[Result \"*\"]"));
        CHECK(record.says("[PlyCount \"4\"]"));
        CHECK(record.says("[Termination \"unterminated\"]"));
        const std::string journal = (folder.path / "games/*.jsonl").string();
        CHECK(run("replay " + journal + " 1").says("Game broken off"));
        CHECK(run("report " + journal + " -o " + (folder / "game.html")).status == 0);
    }
}

TEST_CASE("a game that is broken off before its first action leaves no file") {
    const TemporaryFolder folder;
    const Run game = break_off(folder, "--engine '" + MOCK + " stall'", "grep -qs G out", "INT");
    CAPTURE(game.output);
    CHECK(game.status == 130);
    CHECK(game.says("nothing is saved"));
    CHECK(std::filesystem::is_empty(folder / "games"));
}

TEST_CASE("a directory that is not there is named and not made") {
    const TemporaryFolder folder;
    const Run game = run("play --engine '" + MOCK + "' --pgn " + (folder / "no/game.pgn"));
    CHECK(game.status == 1);
    CHECK(game.says("there is no directory '" + (folder / "no")));
    CHECK_FALSE(std::filesystem::exists(folder / "no"));
}

TEST_CASE("an answer may be late by the margin, a second unless given") {
    // The mock takes 100 ms.
    const std::string slow = "play --quiet --engine '" + MOCK + " slow' --st 0.05 --maxmoves 1 ";
    const TemporaryFolder folder;
    const std::string pgn = "--pgn " + (folder / "game.pgn");
    CHECK(run(slow + pgn).says("Draw by adjudication"));
    CHECK(run(slow + "--timemargin 0 " + pgn).says("White loses on time"));
    CHECK(run(slow + "--timemargin -1 " + pgn).says("--timemargin: expected an integer >= 0"));
}

TEST_CASE("a game begins from a random line of the book of its setup") {
    const auto first_position = [](const std::string& arguments) {
        const TemporaryFolder folder;
        const std::string pgn = folder / "game.pgn";
        const Run game =
            run("play --quiet --engine '" + MOCK + "' --maxmoves 1 --pgn " + pgn + ' ' + arguments);
        CAPTURE(game.output);
        REQUIRE(game.status == 0);
        const std::string record = read_file(pgn);
        const auto begin = record.find("[FEN \"") + 6;
        return record.substr(begin, record.find('"', begin) - begin);
    };
    const std::string standard = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    CHECK(first_position("") == standard);
    CHECK(first_position("--opening standard") == standard);
    const std::string books = "--opening " AGON_BOOKS;
    const std::string opening = first_position(books + " --srand 5");
    CHECK(opening == first_position(books + " --srand 5"));
    CHECK(opening != first_position(books + " --srand 6"));
    CHECK(opening == first_position(books + "/standard.epd --srand 5"));
    CHECK(first_position(books + " --opening standard") == standard); // the last one counts
    CHECK(first_position(books + " --fen '" + standard + "'") == standard);
    const std::string board = opening.substr(0, opening.find(' '));
    CHECK(read_file(AGON_BOOKS "/standard.epd").find(board) != std::string::npos);
    for (const std::string setup : {"standard", "placement", "flanked"})
        for (const std::string variant : {"classic", "same-ring", "bloody-queen"})
            CHECK(first_position(books + " --setup " + setup + " --variant " + variant) !=
                  standard);
    CHECK(run("play --engine '" + MOCK + "' --opening /no/such.epd").says("cannot read /no/such"));
}

TEST_CASE("the first line of a game says when it is drawn") {
    const TemporaryFolder folder;
    const std::string play =
        "play --nodes 1 --pgn " + (folder / "game.pgn") + " --engine '" + MOCK + "' ";
    CHECK(run(play + "--maxmoves 1").says("black: mock_engine-2. Drawn after 2 actions.\n"));
    const std::string dies = play.substr(0, play.size() - 2) + " illegal' ";
    CHECK(run(dies).says("black: mock_engine-2. Drawn after 1000 actions.\n"));
    CHECK_FALSE(run(dies + "--maxmoves 0").says("Drawn after"));
}

TEST_CASE("UGI by --proto, for both engines or for one, and otherwise suggested") {
    const std::string ugi = "'" AGON_BIN "/mock_engine ugi'";
    const TemporaryFolder folder;
    const std::string play =
        "play --quiet --nodes 1 --maxmoves 1 --pgn " + (folder / "game.pgn") + " --engine ";
    CHECK(run(play + ugi + " --proto ugi").says("move limit"));
    CHECK(run(play + ugi + " --engine '" + MOCK + "' --proto ugi --proto uci").says("move limit"));
    CHECK(run(play + ugi + " --proto gtp").says("--proto: expected one of uci ugi, got 'gtp'"));
    const Run leaves = run(play + "'" AGON_BIN "/mock_engine ugi leave-handshake' --proto ugi");
    CHECK(leaves.says("perhaps it speaks UCI: proto=uci"));
    // One that says what is the matter, as python3 does of a missing script, needs no guess.
    for (const char* const engine :
         {AGON_BIN "/mock_engine ugi die-handshake", "cat /no/such.py"}) {
        const Run dies = run(play + "'" + engine + "' --proto ugi");
        CAPTURE(dies.output);
        CHECK(dies.says("last words: "));
        CHECK_FALSE(dies.says("perhaps"));
    }
}
