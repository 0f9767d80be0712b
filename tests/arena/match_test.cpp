// `agon-match` and `agon-match play` as a user runs them, with mock engines.
#include "tests/support/arena.hpp"
#include "tools/arena/cli/keyboard.hpp"

#include <csignal>
#include <regex>

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

TEST_CASE("a match is played in pairs with colours swapped") {
    TemporaryFolder folder;
    const std::string pgn = folder / "games.pgn";
    const Run match = run(engine("A") + engine("B") + CLOCK +
                          "-rounds 3 -repeat -maxmoves 5 -ratinginterval 4 -pgnout file=" + pgn);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Finished game ") == 6);
    for (const char* game : {"1 (A vs B)", "2 (B vs A)", "3 (A vs B)", "6 (B vs A)"})
        CHECK(match.says("Finished game " + std::string(game) +
                         ": 1/2-1/2 {Draw by adjudication (move limit)}"));
    // All pairs are even: the difference is 0, and not known for certain.
    CHECK(match.says("Elo: 0.00 +/- "));
    CHECK_FALSE(match.says("+/- 0.00"));
    CHECK(match.says("Ptnml(0-2): [0, 0, 3, 0, 0]"));
    CHECK(match.says("Games: 6, Wins: 0, Losses: 0, Draws: 6, Points: 3.0 (50.00 %)"));
    CHECK_FALSE(match.says("nan"));
    CHECK_FALSE(match.says("\n\n"));
    CHECK(Run{0, read_file(pgn)}.count("[Termination \"adjudication\"]") == 6);
}

TEST_CASE("white space around the words of engines does not change a match") {
    const TemporaryFolder folder;
    const auto pgn_of = [&](const std::string& behaviour, const std::string& proto) {
        const std::string file = folder / (proto + behaviour + ".pgn");
        const Run match =
            run(engine("A", proto + ' ' + behaviour) + engine("B", proto + ' ' + behaviour) +
                "-each tc=60+1 option.Hash=2 proto=" + proto +
                " -rounds 1 -repeat -maxmoves 5 -pgnout file=" + file);
        CAPTURE(match.output);
        CHECK(match.status == 0);
        CHECK_FALSE(match.says("Warning"));
        const std::string text = read_file(file);
        const std::regex said(R"(([a-l0-9]+)\s\{-0\.17/3\s)");
        const std::sregex_iterator first(text.begin(), text.end(), said), last;
        CHECK(std::distance(first, last) == 20); // actions of two games, of five turns each
        std::string moves;
        for (auto at = first; at != last; ++at) moves += at->str(1) + ' ';
        return moves;
    };
    for (const std::string proto : {"uci", "ugi"})
        CHECK(pgn_of("padded", proto) == pgn_of("plain", proto));
}

TEST_CASE("a game has at most 500 actions of each side unless given") {
    // The mock never decides a game, and without the draw limits no other rule ends it.
    const std::string endless = engine("A", "uci shuffle") + engine("B", "uci shuffle") +
                                "-each nodes=1 option.NoProgressLimit=0 option.RepetitionLimit=0 "
                                "-rounds 1 -games 1 ";
    TemporaryFolder folder;
    const std::string pgn = folder / "games.pgn";
    const Run match = run(endless + "-pgnout file=" + pgn);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.output.starts_with("Rules: classic; a game is drawn after 1000 actions, 500 of "
                                   "each side (-maxmoves 500)\n"));
    CHECK(match.says("{Draw by adjudication (move limit)}"));
    CHECK(read_file(pgn).find("[PlyCount \"1000\"]") != std::string::npos);
    CHECK(
        run(endless + "-maxmoves 2")
            .output.starts_with(
                "Rules: classic; a game is drawn after 4 actions, 2 of each side (-maxmoves 2)\n"));
}

TEST_CASE("-maxmoves 0 is no limit, and an older journal keeps none") {
    TemporaryFolder folder;
    const std::string journal = folder / "games.jsonl";
    const std::string match = engine("A") + engine("B", "uci illegal") +
                              "-each nodes=1 -rounds 1 -journal file=" + journal + ' ';
    const std::string none = "Rules: classic; no limit to the length of a game (-maxmoves 0)\n";
    REQUIRE(run(match + "-maxmoves 0").output.starts_with(none));
    CHECK(read_file(journal).find("maxmoves") == std::string::npos); // as in older journals
    const Run again = run(match);
    CAPTURE(again.output);
    CHECK(again.status == 0);
    CHECK(again.output.starts_with(none));
    CHECK(again.says("Resuming after 2 finished games"));
    CHECK(run(match + "-maxmoves 500").says("(adjudication/maxmoves: none, now 500)"));
    std::filesystem::remove(journal);
    REQUIRE(run(match).status == 0);
    CHECK(run(match + "-maxmoves 500").says("Resuming after 2 finished games"));
    CHECK(run(match + "-maxmoves 0").says("(adjudication/maxmoves: 500, now none)"));
}

TEST_CASE("a first opening beyond the file is reported, and counting wraps around") {
    TemporaryFolder folder;
    const std::string file = folder / "openings.epd";
    std::ofstream(file) << "6/4g2/8/9/3Q1GG2g/1Gg1g6/3ggGG3/4q4/3G4/7/6 b - -\n"
                           "6/4g2/8/9/3Q1GG2g/1Gg1g6/3ggGG3/4q4/3G4/7/6 w - -\n";
    const std::string match = engine("A") + engine("B") + CLOCK +
                              "-rounds 1 -maxmoves 1 -openings file=" + file + " format=epd start=";
    const Run beyond = run(match + "99999");
    CAPTURE(beyond.output);
    CHECK(beyond.status == 0);
    CHECK(beyond.says("Warning: -openings start=99999: " + file +
                      " has 2 openings, so the first is number 1\n"));
    CHECK_FALSE(run(match + "2").says("Warning"));
}

TEST_CASE("games that engines without a clock may play again are reported") {
    const std::string both = engine("A") + engine("B");
    const std::string warning = "Warning: 2 rounds, but 1 opening: without a clock the same games "
                                "may be played and counted again\n";
    CHECK(run(both + "-each nodes=5 -rounds 2 -maxmoves 1").says(warning));
    CHECK_FALSE(run(both + "-each nodes=5 -rounds 1 -maxmoves 1").says("Warning"));
    CHECK_FALSE(run(both + CLOCK + "-rounds 2 -maxmoves 1").says("Warning"));
}

TEST_CASE("lines that an engine is asked for go into its comments") {
    TemporaryFolder folder;
    const std::string pgn = folder / "games.pgn";
    const std::string both = engine("A", "uci comment 2") + engine("B") + CLOCK;
    const std::string option = "-pgnout file=" + pgn + " 'match_line=^info string pgnc'";
    REQUIRE(run(both + option + " -rounds 1 -games 1 -maxmoves 3").status == 0);
    std::string text;
    for (const std::string& word : support::words_of(read_file(pgn))) text += word + ' ';
    const Run written{0, text};
    CAPTURE(text);
    CHECK(written.count("line=") == 2);
    CHECK(written.says("s, n=123, sd=4, line=\"info string pgncomment of go 2\"}"));
    CHECK(written.says("s, n=123, sd=4, line=\"info string pgncomment of go 3\"}"));
    const Run refused = run(both + "-pgnout file=/dev/null 'match_line=['");
    CHECK(refused.says("-pgnout match_line: expected a regular expression, got '['"));
}

TEST_CASE("several games at a time give each game its line once") {
    const Run match = run(engine("A") + engine("B") + engine("C") + CLOCK +
                          "-tournament round-robin -rounds 2 -maxmoves 8 -concurrency 4 "
                          "-force-concurrency"); // as cutechess-cli writes it
    CAPTURE(match.output);
    CHECK(match.status == 0);
    for (int number = 1; number <= 12; ++number)
        CHECK(match.count("Finished game " + std::to_string(number) + " (") == 1);
    CHECK(match.says("Rank Name"));
}

TEST_CASE("a knockout continues until one is left") {
    // B loses at once; A and C draw the final until the one listed first advances.
    const Run match = run(engine("A") + engine("B", "uci illegal") + engine("C") + CLOCK +
                          "-tournament knockout -rounds 1 -maxmoves 2 -concurrency 3 "
                          "-force-concurrency");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Finished game ") == 2 + 2 + 8 * 2);
    CHECK(match.says("Started game 1 of 4 (B vs C)"));
    CHECK(match.says("Started game 3 of 4 (A vs C)"));
    CHECK(match.says("Started game 20 of 20 (C vs A)"));
    CHECK(match.says("Round 1: A has a bye\n"
                     "Round 1: B 0.0 - 2.0 C, C advances\n"
                     "Round 2: A 9.0 - 9.0 C, A advances as the one listed first\n"
                     "Winner: A\n"
                     "Finished match\n"));
}

TEST_CASE("a Swiss plays its rounds and prints its table") {
    // C loses every game; byes go to C, B and A in turn; A and B draw.
    const Run match = run(engine("A") + engine("B") + engine("C", "uci illegal") + CLOCK +
                          "-tournament swiss -rounds 3 -games 1 -maxmoves 2 -concurrency 3 "
                          "-force-concurrency");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Finished game ") == 3);
    CHECK(match.says("Place Name   Points  Buchholz  Byes\n"
                     "    1 A         2.5       6.0     1\n"
                     "    2 B         2.5       6.0     1\n"
                     "    3 C         1.0       6.0     1\n"
                     "Finished match\n"));
}

TEST_CASE("scores adjudicate") {
    // The mock evaluates itself as 17 centipawns down in every position.
    const std::string both = engine("A") + engine("B") + CLOCK + "-rounds 1 -games 1 ";
    CHECK(run(both + "-draw movenumber=2 movecount=2 score=20").says("{Draw by adjudication}"));
    CHECK_FALSE(run(both + "-maxmoves 9 -draw movenumber=2 movecount=2 score=16")
                    .says("{Draw by adjudication}"));
    CHECK(run(both + "-resign movecount=3 score=17").says(": 0-1 {Black wins by adjudication}"));
    CHECK_FALSE(run(both + "-maxmoves 9 -resign movecount=3 score=17 twosided=true")
                    .says("wins by adjudication"));
}

TEST_CASE("the SPRT ends the match at its bound") {
    const Run match = run(engine("A") + engine("B", "uci illegal") + CLOCK +
                          "-rounds 500 -sprt elo0=0 elo1=100 alpha=0.05 beta=0.05");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.says("SPRT completed: H1 was accepted"));
    CHECK(match.count("Finished game ") < 1000);
}

TEST_CASE("openings are played once per colour, and invalid ones refused with file and line") {
    const std::string both = engine("A") + engine("B") + CLOCK + "-maxmoves 2 ";
    TemporaryFolder folder;
    const std::string file = folder / "openings";
    std::ofstream(file) << "[Variant \"classic\"]\n\n1. f6a1 *\n"; // the throne is empty
    const std::string option = "-openings file=" + file;
    const Run faulty = run(both + option + " format=pgn");
    CHECK(faulty.status == 1);
    CHECK(faulty.says(file + ":3: "));
    CHECK_FALSE(faulty.says("Started"));
    std::ofstream(file) << "6/4g2/8/9/3Q1GG2g/1Gg1g6/3ggGG3/4q4/3G4/7/6 b - - hmvc 3; id \"x\";\n";
    const Run board = run(both + option + " format=epd -rounds 1");
    CAPTURE(board.output);
    CHECK(board.status == 0);
    CHECK(board.count("Finished game ") == 2);
    std::ofstream(file) << "# comment\n\nbad\n";
    CHECK(run(both + option + " format=epd").says(":3: an EPD has at least four fields"));
}

TEST_CASE("the last position of every game is written as EPD") {
    TemporaryFolder folder;
    const std::string epd = folder / "last.epd";
    const Run match =
        run(engine("A") + engine("B") + CLOCK + "-rounds 2 -maxmoves 2 -epdout file=" + epd);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    const auto lines = support::lines_of(read_file(epd));
    CHECK(lines.size() == 4);
    for (const std::string& line : lines) {
        CHECK(line.find(" w - - hmvc ") != std::string::npos);
        CHECK(line.ends_with(" fmvn 3;")); // after two actions of each side
    }
}

TEST_CASE("the log has each line of each conversation under its game and ply") {
    TemporaryFolder folder;
    const std::string log = folder / "log";
    const Run match = run(engine("A") + engine("B") + CLOCK +
                          "-rounds 1 -maxmoves 2 -log level=trace file=" + log + " append=false");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK_FALSE(match.says("Warning"));
    const Run written{0, read_file(log)};
    for (const char* game : {"1", "2"})
        for (const char* ply : {"1", "2", "3", "4"}) {
            // White thinks about the odd plies; it is A in the first game and B in the second.
            const bool first = (*game == '1') == (*ply == '1' || *ply == '3');
            const std::string who = std::string(" ") + game + '.' + ply + (first ? " A " : " B ");
            CHECK(written.count(who + "> position startpos") == 1);
            CHECK(written.count(who + "> go ") == 1);
            CHECK(written.count(who + "< bestmove ") == 1);
        }
    CHECK(written.count(" 1.0 A > uci\n") == 1);
    CHECK(written.count(" 2.0 B > isready\n") == 1);
}

TEST_CASE("under the touch rule illegal actions cost turns, and are counted") {
    const std::string both = engine("A") + engine("B", "uci illegal 2") + CLOCK + "-rounds 1 ";
    const Run match = run(both + "-maxmoves 5 -illegal forfeit-turn");
    CAPTURE(match.output);
    CHECK(match.count("{Draw by adjudication (move limit)}") == 2);
    CHECK(match.says("B: won-lost-drawn 0-0-1 as white, 0-0-1 as black; illegal 9\n"));
    CHECK(run(both + "-illegal forfeit-game").count("makes an illegal move") == 2);
    CHECK(run(both + "-illegal resign").says("expected one of forfeit-game forfeit-turn"));
    CHECK(run(both + "-illegal forfeit-turn -maxmoves 0 -each tc=60 option.NoProgressLimit=0")
              .says("needs -maxmoves"));
}

TEST_CASE("a signal between two pauses ends the next") { // it was lost, and a paused game went on
    agon::arena::Keyboard keyboard;
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
    // The journal is there now, and has one game; a second goes only to the PGN.
    CHECK(run("play --quiet --engine '" + MOCK + "' --maxmoves 2 --pgn " + pgn)
              .says("Saved in " + pgn + '\n'));
    CHECK(run("replay " + journal + " 1").says("move limit"));
    CHECK(run("report " + journal + " -o " + (folder / "game.html")).status == 0);
}

TEST_CASE("an interrupted game is saved without a result") {
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

TEST_CASE("a game interrupted before its first action leaves no file") {
    const TemporaryFolder folder;
    const Run game = break_off(folder, "--engine '" + MOCK + " stall'", "grep -qs G out", "INT");
    CAPTURE(game.output);
    CHECK(game.status == 130);
    CHECK(game.says("nothing is saved"));
    CHECK(std::filesystem::is_empty(folder / "games"));
}

TEST_CASE("a missing directory is named and not created") {
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
    // An engine that reports its error, as python3 does for a missing script, needs no guess.
    for (const char* const engine :
         {AGON_BIN "/mock_engine ugi die-handshake", "cat /no/such.py"}) {
        const Run dies = run(play + "'" + engine + "' --proto ugi");
        CAPTURE(dies.output);
        CHECK(dies.says("last words: "));
        CHECK_FALSE(dies.says("perhaps"));
    }
}
