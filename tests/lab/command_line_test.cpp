// The command lines of agon-book, agon-prove, agon-puzzles, agon-seals, agon-solve, agon-tables and
// agon-train.
#include "tests/support/arena.hpp"

#include <algorithm>

using agon::test::run_shell;

namespace {

struct Refused {
    const char *arguments,
        *message; ///< the program's name and its arguments; the message without the name
    int status = 2;
};

} // namespace

TEST_CASE("wrong usage and failures are one line on standard error, with their exit status") {
    const Refused cases[] = {
        {"agon-book --count -5", "--count: expected an integer from 1 to 1000000, got '-5'"},
        {"agon-book --count 0", "--count: expected an integer from 1 to 1000000, got '0'"},
        {"agon-book --random -1", "--random: expected an integer >= 0, got '-1'"},
        {"agon-book --played 5 -1", "--played: expected an integer >= 0, got '-1'"},
        {"agon-book --random-in -1", "--random-in: expected an integer >= 0, got '-1'"},
        {"agon-book --played 5 x", "--played: expected an integer >= 0, got 'x'"},
        {"agon-book --nodes 0", "--nodes: expected an integer >= 1, got '0'"},
        {"agon-book --seed -1", "--seed: expected an integer >= 0, got '-1'"},
        {"agon-book --least -1", "--least: expected an integer >= 0, got '-1'"},
        {"agon-book --least 700", "--least is greater than --most"},
        {"agon-book --variant chess", "--variant: expected one of classic ham"},
        {"agon-book --setup placemnt", "got 'placemnt'; did you mean 'placement'?"},
        {"agon-book --cuont 5", "unknown option '--cuont'; did you mean '--count'?"},
        {"agon-book x", "unexpected argument 'x'; see 'agon-book --help'"},
        {"agon-solve --nodes -1 x", "--nodes: expected an integer >= 1, got '-1'"},
        {"agon-solve --attack -1 x", "--attack: expected an integer >= 0, got '-1'"},
        {"agon-solve --plies 100 x", "--plies: expected an integer from 1 to 99, got '100'"},
        {"agon-solve --quota 0 --find", "--quota: expected an integer >= 1, got '0'"},
        {"agon-puzzles --collect", "no file of puzzles given"},
        {"agon-solve --lengthen 9 startpos", "--lengthen needs --find"},
        {"agon-solve --quota 9 startpos", "--quota needs --find"},
        {"agon-solve --find --seed 9", "--seed needs --lengthen"},
        {"agon-solve --find --variant ham", "--find cannot be combined with --variant"},
        {"agon-puzzles --quota 9", "--quota needs --collect"},
        {"agon-puzzles --collect --levels x", "--collect cannot be combined with --levels"},
        {"agon-puzzles --levels --games 9 x", "--levels cannot be combined with --games"},
        {"agon-prove --seed 9", "--seed needs --play"},
        {"agon-prove --resume", "--resume needs --checkpoint"},
        {"agon-book", "nothing to do; see 'agon-book --help'"},
        {"agon-prove", "nothing to do; see 'agon-prove --help'"},
        {"agon-puzzles", "nothing to do; see 'agon-puzzles --help'"},
        {"agon-tables", "nothing to do; see 'agon-tables --help'"},
        {"agon-tables --threads 1",
         "expected one of CLASS, --check and --show; see 'agon-tables --help'"},
        {"agon-tables --check 1-1",
         "expected one of CLASS, --check and --show; see 'agon-tables --help'"},
        {"agon-tables --variant hamm 1-1", "--variant: expected one of classic ham "},
        {"agon-tables 1-1 --variant-path nowhere", "--variant-path: cannot read nowhere: ", 1},
        {"agon-tables --check --output nowhere", "--output: cannot read nowhere: ", 1},
        {"agon-prove --variant hamm", "--variant: expected one of classic ham "},
        {"agon-prove --variant-path nowhere", "--variant-path: cannot read nowhere: ", 1},
        {"agon-puzzles --games 1 --shard 2/1", "--shard: "},
        {"agon-seals", "nothing to do; see 'agon-seals --help'"},
        {"agon-seals x", "unexpected argument 'x'; see 'agon-seals --help'"},
        {"agon-seals --games -1", "--games: expected an integer >= 0, got '-1'"},
        {"agon-seals --games many", "--games: expected an integer >= 0, got 'many'"},
        {"agon-seals --nodes 0", "--nodes: expected an integer >= 1, got '0'"},
        {"agon-seals --play -1", "--play: expected an integer >= 0, got '-1'"},
        {"agon-seals --attack-nodes 9 --games 1", "--attack-nodes needs --play"},
        {"agon-seals --list --play 9", "--list cannot be combined with --play"},
        {"agon-seals --list --time", "--list cannot be combined with --time"},
        {"agon-seals --play 1 --attack-nodes 0",
         "--attack-nodes: expected an integer >= 1, got '0'"},
        {"agon-seals --seed -1", "--seed: expected an integer >= 0, got '-1'"},
        {"agon-seals --variant hamm", "--variant: expected one of classic ham "},
        {"agon-seals --variant-path nowhere", "--variant-path: cannot read nowhere: ", 1},
        {"agon-seals --variant agon", "agon: only rules with flank = line", 1},
        {"agon-seals --variant botermans", "botermans: only rules with flank = line", 1},
        {"agon-seals --variant bloody-queen", "bloody-queen: only rules with flank = line", 1},
        {"agon-solve", "expected either POSITION or --find; see 'agon-solve --help'"},
        {"agon-solve --find x", "expected either POSITION or --find; see 'agon-solve --help'"},
        {"agon-solve --variant chess x", "--variant: expected one of classic ham"},
        {"agon-solve nonsense", "", 1},
        {"agon-solve startpos moves a1a6", "", 1},
        {"agon-train", "nothing to do; see 'agon-train --help'"},
        {"agon-train tune", "unknown command 'tune'"},
        {"agon-train play", "-o: expected a file; see 'agon-train play --help'"},
        {"agon-train play -o /dev/null", "/dev/null exists; --resume continues it"},
        {"agon-train play --games 0", "--games: expected an integer >= 1, got '0'"},
        {"agon-train play --games many", "--games: expected an integer >= 1, got 'many'"},
        {"agon-train play --nodes -1", "--nodes: expected an integer >= 1, got '-1'"},
        {"agon-train play --seed -1", "--seed: expected an integer >= 0, got '-1'"},
        {"agon-train play --random-in -1", "--random-in: expected an integer >= 0, got '-1'"},
        {"agon-train play --even-in -1", "--even-in: expected an integer >= 0, got '-1'"},
        {"agon-train play --actions 0", "--actions: expected an integer from 1 to 10000, got '0'"},
        {"agon-train play --threads -2", "--threads: expected an integer from 1 to 1024, got '-2'"},
        {"agon-train play --shard 3/2", "--shard: expected I/N with I from 1 to N, got '3/2'"},
        {"agon-train play -o no/such/file", "--output: there is no directory 'no/such'", 1},
        {"agon-train play -o none --variant chess", "--variant: expected one of classic ham"},
        {"agon-train play -o none --eval-file nowhere", "--eval-file: cannot read nowhere: ", 1},
        {"agon-train play --depth 3", "unknown option '--depth'; see 'agon-train play --help'"},
        {"agon-train fit", "FILE"},
        {"agon-train fit x", "-o: expected a file; see 'agon-train fit --help'"},
        {"agon-train fit x -o y --score-share 2", "--score-share: expected a number from 0 to 1"},
        {"agon-train fit x -o y --epochs -1", "--epochs: expected an integer >= 0, got '-1'"},
        {"agon-train fit x -o y --epochs 0", "--epochs: 0 needs --start"},
        {"agon-train fit x -o y --batch 0", "--batch: expected an integer >= 1, got '0'"},
        {"agon-train fit x -o y --rate -1", "--rate: expected a number >= 0, got '-1'"},
        {"agon-train fit x -o y --decay -1", "--decay: expected a number >= 0, got '-1'"},
        {"agon-train fit x -o y --seed -1", "--seed: expected an integer >= 0, got '-1'"},
        {"agon-train fit x -o y --threads 0", "--threads: expected an integer from 1 to 1024"},
        {"agon-train fit x -o y --variant chess", "--variant: expected one of classic ham"},
        {"agon-train fit x -o y --resume", "--resume needs --checkpoint"},
        {"agon-train fit nowhere -o y", "cannot read nowhere: ", 1},
        {"agon-train fit x -o y --start nowhere", "--start: cannot read nowhere: ", 1},
        {"agon-train fit /dev/null -o y", "cannot read /dev/null: it is not a regular file", 1},
        {"agon-train fit empty -o y", "too few positions to learn from", 1},
        {"agon-train show", "FILE"},
        {"agon-train show nowhere", "cannot read nowhere: ", 1},
    };
    const agon::test::TemporaryFolder folder;
    const std::string in_folder = "cd " + folder.path.string() + " && touch empty && " AGON_BIN "/";
    for (const Refused& refused : cases) {
        CAPTURE(refused.arguments);
        const auto run = run_shell(in_folder + refused.arguments + " 2>&1 </dev/null");
        const std::string arguments = refused.arguments;
        CAPTURE(run.output);
        CHECK(run.status == refused.status);
        CHECK(run.output.starts_with(arguments.substr(0, arguments.find(' ')) + ": "));
        CHECK(run.says(refused.message));
        CHECK(run.count("\n") == 1);
    }
}

TEST_CASE("--help and -h end in examples and have no line over 100 columns") {
    for (const std::string program :
         {"agon-book", "agon-prove", "agon-puzzles", "agon-seals", "agon-solve", "agon-tables",
          "agon-train", "agon-train play", "agon-train fit", "agon-train show"}) {
        CAPTURE(program);
        const auto help = run_shell(AGON_BIN "/" + program + " --help");
        CHECK(help.status == 0);
        CHECK(help.output.starts_with(program));
        const auto examples = help.output.find("\nExamples:\n  " + program);
        REQUIRE(examples != std::string::npos);
        CHECK(std::ranges::count(help.output.substr(examples), '\n') >= 4); // two or more
        for (const std::string& line : support::lines_of(help.output)) CHECK(line.size() <= 100);
        CHECK(run_shell(AGON_BIN "/" + program + " -h").output == help.output);
    }
    for (const std::string program : {"agon-book", "agon-prove", "agon-puzzles", "agon-seals",
                                      "agon-solve", "agon-tables", "agon-train"})
        CHECK(run_shell(AGON_BIN "/" + program + " --version").output.starts_with(program + " 0."));
    const auto help = run_shell(AGON_BIN "/agon-train --help");
    CHECK(help.status == 0);
    for (const char* command : {"play", "fit", "show"}) CHECK(help.says(command));
}

TEST_CASE("no proof is possible if a repetition loses") {
    for (const std::string command :
         {"agon-solve --variant agon startpos", "agon-puzzles --variant agon --games 1",
          "agon-solve --find <<< 'agon 1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1'"}) {
        CAPTURE(command);
        const auto refused = run_shell("bash -c \"" AGON_BIN "/" + command + "\" 2>&1");
        CHECK(refused.status == 1);
        CHECK(refused.says("nothing is proved under repetition = loses"));
    }
}

TEST_CASE("agon-seals: the same options give the same games, and it lists positions") {
    const std::string games = AGON_BIN "/agon-seals --games 3 --nodes 50 --variant way-to-play";
    const auto run = run_shell(games);
    CHECK(run.status == 0);
    CHECK(run.output.starts_with("way-to-play: 3 games, "));
    CHECK(run_shell(games).output == run.output);
    const auto list = run_shell(games + " --list");
    CHECK(list.status == 0);
    CHECK_FALSE(list.says("games"));
    const auto time = run_shell(games + " --time");
    CHECK(time.output.starts_with(run.output + "way-to-play: a test for a seal takes "));
    CHECK(time.output.ends_with(" ns\n"));
    const auto play = run_shell(AGON_BIN "/agon-seals --nodes 50 --attack-nodes 5 --play 200");
    CHECK(play.status == 0);
    CHECK(play.says("every step legal, nothing captured, none lost"));
}

TEST_CASE("agon-solve names the winning action and its line, and what is proved if there is none") {
    const auto solve = [](const std::string& arguments) {
        return run_shell(AGON_BIN "/agon-solve " + arguments + " 2>&1").output;
    };
    // rules.md 4.8 a: white's last guard steps beside the throne.
    const std::string mate = "gggggq/g6/8/9/4GG4/4GQG4/5G4/4G4/8/7/6 w - - 0 1";
    CHECK(solve('"' + mate + '"') == "win in 1, plies 1, nodes 1\naction e4e5, line e4e5\n");
    CHECK(solve(mate) == solve('"' + mate + '"'));
    CHECK(solve("fen " + mate) == solve(mate));
    CHECK(solve(mate + " moves e4e5") == "no win: the game is over\n");
    // 17 actions are too few for queen and guards to reach the middle.
    CHECK(solve("startpos moves a1b2 l11k10")
              .starts_with("no win within plies 17, proved, nodes 0; "));
    CHECK(solve("--nodes 100 --plies 21 6/7/8/9/3Qgg4/3GgqgG3/4g5/3g1G3/1GG2G2/7/6 w - - 0 1")
              .starts_with("unknown: no win found, and not proved that there is none within plies "
                           "21, nodes 100; "));
}
