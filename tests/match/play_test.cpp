// `agon-match play`, with mock engines.
#include "tests/support/arena.hpp"

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

TEST_CASE("a game is played and saved") {
    const TemporaryFolder folder;
    const std::string pgn = folder / "game.pgn";
    const Run game = run("play --quiet --engine '" + MOCK + "' --maxmoves 2 --pgn " + pgn);
    CAPTURE(game.output);
    CHECK(game.status == 0);
    CHECK(game.output ==
          "Result: 1/2-1/2 {Draw by adjudication (move limit)}\nSaved in " + pgn + '\n');
    CHECK(read_file(pgn).find("[PlyCount \"4\"]") != std::string::npos);
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
