// The command lines of agon-match: faults, near misses, help.
#include "protocol/os/machine.hpp"
#include "tests/support/arena.hpp"

#include <chrono>
#include <filesystem>
#include <sys/stat.h>

using namespace agon;
using namespace agon::test;

namespace {

const std::string BOTH = engine("A") + engine("B");

} // namespace

TEST_CASE("contradictory settings of a match are refused") {
    check_refused(BOTH, "engine A needs tc=");
    check_refused(engine("A") + CLOCK, "at least two engines");
    check_refused(engine("A") + engine("A") + CLOCK, "two engines are called A");
    check_refused("-engine name=A -each tc=1", "-engine needs cmd=");
    check_refused(BOTH + CLOCK + "-concurrency 10000", "-force-concurrency allows it");
    check_refused(BOTH + CLOCK + "-sprt elo0=5 elo1=0", "elo0 must be less");
    for (const char* const type : {"knockout", "swiss"})
        check_refused(BOTH + CLOCK + "-sprt elo0=0 elo1=5 -tournament " + type,
                      "-sprt needs games that do not depend on results");
    check_refused(BOTH + CLOCK + "-seeds 1", "-seeds needs -tournament gauntlet");
}

TEST_CASE("each value of a match is checked, and an error says what was expected") {
    const auto refused = [](const std::string& arguments, const std::string& words) {
        check_refused(BOTH + CLOCK + arguments, words);
    };
    for (const std::string value : {"x", "-5", "1.5"})
        refused("-maxmoves " + value, "-maxmoves: expected an integer >= 0, got '" + value + "'");
    refused("-maxmoves 99999999999999999999",
            "-maxmoves: expected an integer from 0 to 2147483647");
    for (const char* option : {"-rounds", "-games", "-concurrency", "-seeds"})
        for (const char* value : {"0", "x", "-5", "1.5", "99999999999999999999"})
            refused(std::string(option) + ' ' + value,
                    std::string(option) + ": expected an integer");
    refused("-rounds x", "-rounds: expected an integer from 1 to 10000000, got 'x'");
    refused("-rounds", "-rounds: expected one value, got ''");
    refused("-srand -1", "-srand: expected an integer >= 0, got '-1'");
    refused("-ratinginterval -1", "-ratinginterval: expected an integer >= 0, got '-1'");
    refused("-draw movecount=0", "-draw movecount: expected an integer >= 1, got '0'");
    refused("-draw score=-1", "-draw score: expected an integer >= 0, got '-1'");
    refused("-resign movecount=3", "-resign needs score=");
    refused("-resign score=5 twosided=maybe", "-resign twosided: expected true or false");
    refused("-sprt elo0=x", "-sprt elo0: expected a number");
    refused("-sprt model=normal",
            "-sprt model: expected one of bayesian logistic normalized, got 'normal'");
    refused("-openings file=x plies=-1", "-openings plies: expected an integer >= 0, got '-1'");
    refused("-openings file=x start=0", "-openings start: expected an integer >= 1, got '0'");
    refused("-openings format=epd", "-openings needs file=");
    refused("-draw movenumber=40", "-draw needs movecount=");
    refused("-draw movenumber=40 movecount=8", "-draw needs score=");
    refused("-draw score=10", "-draw needs movecount=");
    refused("-sprt elo0=0", "-sprt needs elo1=");
    refused("-sprt elo1=5", "-sprt needs elo0=");
    refused("-sprt", "-sprt needs elo0=");
    refused("--shard 1/2", "--shard needs -journal file= or -pgnout file=");
    refused("-each dir=/nope", "-engine dir: expected a directory that exists, got '/nope'");
    for (const char* time : {"0", "0.0", "0.0001"}) {
        refused(std::string("-each st=") + time, "-engine st: expected a millisecond or more");
        refused(std::string("-stall ") + time, "-stall: expected a millisecond or more");
    }
    refused("-wait -1", "-wait: expected an integer >= 0, got '-1'");
    refused("-wait soon", "-wait: expected an integer >= 0, got 'soon'");
    refused("-tournament pyramid", "-tournament: expected one of ");
    refused("-illegal resign", "-illegal: expected one of forfeit-game forfeit-turn");
    refused("-recover yes", "-recover: expected no value, got 'yes'");
    refused("-draw 8", "-draw: expected KEY=VALUE, got '8'");
    refused("-stall soon", "-stall: expected seconds, such as 10 or 0.1, got 'soon'");
    refused("-each st=-1", "-engine st: expected seconds, such as 10 or 0.1, got '-1'");
    refused("-each tc=soon", "-engine tc: ");
    for (const char* key : {"nodes", "depth"})
        refused(std::string("-each ") + key + "=-4",
                std::string("-engine ") + key + ": expected an integer >= 1, got '-4'");
    refused("-each timemargin=-1", "-engine timemargin: expected an integer >= 0, got '-1'");
    refused("-each proto=xboard", "-engine proto: expected one of uci ugi, got 'xboard'");
    refused("-each option.RepetitionLimit=-1", "option.RepetitionLimit: expected an integer >= 0");
    refused("-each option.Threads=0", "option.Threads: expected an integer >= 1, got '0'");
    for (const char* count : {"10000001", "9223372036854775808", "18446744073709551615"})
        refused(std::string("-rounds ") + count,
                "-rounds: expected an integer from 1 to 10000000, got '" + std::string(count) +
                    '\'');
    refused("-tournament knockout -rounds 10001",
            "-rounds: expected an integer up to 10000 in a knockout, got 10001");
    refused("-each tc=2147483647:00", "-engine tc: ");
    for (const char* args : {"'x \"y'", "\"x 'y\"", "'a \"b\" \"'"})
        refused("-engine cmd=x args=" + std::string(args),
                "-engine args: expected quotes that are closed, got '");
    for (const char* args : {"'x\\'", "'x\\y'"})
        refused("-engine cmd=x args=" + std::string(args), "-engine args: expected \\\\, ");
    for (const char* name : {"'a  b'", "' a'", "'a '", "a:b", "'a\tb'", "\xc3\xa4"})
        check_refused(engine(name) + engine("B") + CLOCK,
                      "-engine name: expected ASCII without colon, and with single blanks between "
                      "words only, got '");
}

TEST_CASE("what would be ignored is refused: options and keys given twice, contradictions") {
    const auto refused = [](const std::string& arguments, const std::string& words) {
        check_refused(BOTH + CLOCK + arguments, words);
    };
    for (const std::string option : {"-rounds 2",
                                     "-games 2",
                                     "-repeat",
                                     "-noswap",
                                     "-srand 1",
                                     "-variant ham",
                                     "-seeds 1",
                                     "-tournament swiss",
                                     "-concurrency 1",
                                     "-force-concurrency",
                                     "-wait 0",
                                     "-use-affinity 0",
                                     "-openings file=x",
                                     "-draw movecount=1 score=1",
                                     "-resign score=5",
                                     "-maxmoves 9",
                                     "-illegal forfeit-game",
                                     "-sprt elo0=0 elo1=5",
                                     "-ratinginterval 5",
                                     "-recover",
                                     "-stall 5",
                                     "-trust",
                                     "-pgnout file=x",
                                     "-journal file=x",
                                     "--shard 1/2",
                                     "-epdout file=x",
                                     "-log file=x",
                                     "-http port=0",
                                     "-event a",
                                     "-site a",
                                     "-testEnv"})
        refused(option + ' ' + option, option.substr(0, option.find(' ')) + " is given twice");
    refused("--shard 1/2 -shard 1/2", "-shard is given twice");
    refused("-openings file=x file=y", "-openings file= is given twice");
    refused("-sprt elo0=0 elo0=1 elo1=5", "-sprt elo0= is given twice");
    refused("-http port=0 port=1", "-http port= is given twice");
    refused("-each nodes=5 nodes=6", "-each nodes= is given twice");
    refused("-engine cmd=x cmd=y", "-engine cmd= is given twice");
    refused("-engine cmd=x option.Hash=1 option.hash=2", "-engine option.hash= is given twice");
    for (const std::string count : {"4", "1", "x", "2 2"})
        refused("-repeat " + count, "-repeat: expected 2 or no value, got '" + count + '\'');
    for (const char* both : {"-games 1 -repeat", "-repeat -games 1"})
        refused(both, "-repeat is the same as -games 2 and contradicts -games 1");
    for (const std::string option : {"-event", "-site"})
        refused(option, option + ": expected some text, got ''");
    refused("-testEnv x", "-testEnv: expected no value, got 'x'");
}

TEST_CASE("options that mean the same, or are for several engines, do not contradict") {
    const TemporaryFolder folder;
    const std::string book = folder / "book.epd";
    write_file(book, "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - -\n");
    const Run match =
        run(BOTH + "-each nodes=5 -each option.Hash=1 -each nodes=6 -games 2 " +
            "-repeat 2 -rounds 1 -maxmoves 1 -openings format=epd plies=4 file=" + book +
            " -pgnout match_line=a match_line=b file=" + (folder / "x.pgn"));
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Finished game ") == 2);
    CHECK(match.count("Warning: -openings plies=: ignored, since a position of an EPD file has no "
                      "actions\n") == 1);
    const Run games = run(BOTH +
                          "-each nodes=5 -rounds 1 -maxmoves 1 -openings format=pgn plies=4 "
                          "file=" +
                          (folder / "x.pgn"));
    CHECK_FALSE(games.says("plies="));
}

TEST_CASE("the names of options are case-insensitive, as engines take them") {
    const TemporaryFolder folder;
    const auto played = [&](const std::string& first, const std::string& each) {
        const std::string log = folder / "log";
        const Run match = run("-engine cmd=" AGON_BIN "/agon name=A " + first +
                              " -engine cmd=" AGON_BIN "/agon name=B -each nodes=1 " + each +
                              " -rounds 1 -games 1 -maxmoves 2 -log append=false file=" + log);
        CAPTURE(match.output);
        CHECK(match.status == 0);
        return Run{0, match.output + read_file(log)};
    };
    for (const char* first : {"option.uci_variant=botermans", "option.UCI_VARIANT=botermans"}) {
        const Run match = played(first, "option.REPETITIONLIMIT=2 option.setup=flanked");
        CAPTURE(match.output);
        CHECK(match.says("Rules: botermans; "));
        for (const char* name : {"A", "B"}) {
            CHECK(
                match.says(name + std::string(" > setoption name UCI_Variant value botermans\n")));
            CHECK(match.says(name + std::string(" > setoption name RepetitionLimit value 2\n")));
            CHECK(match.says(name + std::string(" > setoption name Setup value flanked\n")));
        }
        CHECK_FALSE(match.says("value classic"));
    }
    // An engine's own value overrides that of -each.
    const Run hash = played("option.hash=3", "option.Hash=2");
    CAPTURE(hash.output);
    CHECK(hash.says("A > setoption name Hash value 3\n"));
    CHECK_FALSE(hash.says("A > setoption name Hash value 2\n"));
    CHECK(hash.says("B > setoption name Hash value 2\n"));
    check_refused(engine("A") + "option.UCI_Variant=ham " + engine("B") +
                      "option.uci_variant=german " + CLOCK,
                  "option.UCI_Variant is ");
    check_refused(BOTH + CLOCK + "-each option.threads=1000 -concurrency 2",
                  "-concurrency 2 with 1000 threads each needs 2000 processors");
}

TEST_CASE("a near miss gets a suggestion") {
    check_refused("mrge", "unknown command 'mrge'; did you mean 'merge'?");
    check_refused("frobnicate", "unknown command 'frobnicate'; see 'agon-match --help'");
    check_refused("-rouns 5", "unknown option '-rouns'; did you mean '-rounds'?");
    check_refused("-frobnicate", "unknown option '-frobnicate'; see 'agon-match --help'");
    check_refused("-draw movenumbr=3",
                  "unknown key of -draw 'movenumbr'; did you mean 'movenumber'?");
    check_refused("-engine cmdd=x -engine cmd=y",
                  "unknown key of -engine 'cmdd'; did you mean 'cmd'?");
    check_refused("", "nothing to do; see 'agon-match --help'");
    check_refused("play --node 5", "unknown option '--node'; did you mean '--nodes'?");
    check_refused("replay a.jsonl 1 --plyy 3", "unknown option '--plyy'; did you mean '--ply'?");
    check_refused("report a.jsonl --ouput x", "unknown option '--ouput'; did you mean '--output'?");
    check_refused("check cmd=x only=ponderhitt", "did you mean 'ponderhit'?");
    check_refused("check --hlp", "unknown option '--hlp'; did you mean '--help'?");
}

TEST_CASE("a near miss of a rule set or a setup gets a suggestion, in each command") {
    const std::string meant = "; did you mean 'bloody-queen'?";
    check_refused(BOTH + CLOCK + "-variant bloody-quen", "-variant: expected one of classic ");
    check_refused(BOTH + CLOCK + "-variant bloody-quen", meant);
    check_refused(BOTH + CLOCK + "-each option.UCI_Variant=bloodyqueen",
                  "option.UCI_Variant: expected one of classic ");
    check_refused(BOTH + CLOCK + "-each option.UCI_Variant=bloodyqueen", meant);
    check_refused(BOTH + CLOCK + "-each option.Setup=flankd", "; did you mean 'flanked'?");
    check_refused("check cmd=x option.UCI_Variant=bloody_queen", meant);
    check_refused("play --variant bloody_queen", meant);
    check_refused("play --setup placment", "; did you mean 'placement'?");
    for (const char* command : {"convert", "report"})
        check_refused(std::string(command) + " a.pgn -o x.pgn --variant bloody_queen", meant);
    check_refused("replay a.pgn 1 --variant ham", "unknown option '--variant'");
}

TEST_CASE("numbers of the subcommands have bounds") {
    check_refused("play --maxmoves -1", "--maxmoves: expected an integer >= 0, got '-1'");
    check_refused("play --st 0", "--st: expected a millisecond or more");
    check_refused("check cmd=x timeout=0", "timeout: expected a millisecond or more");
    for (const char* option : {"nodes", "depth"})
        for (const char* value : {"-4", "0", "x"})
            check_refused(std::string("play --") + option + ' ' + value,
                          std::string("--") + option + ": expected an integer >= 1, got '" + value);
    for (const char* option : {"ply", "nodes", "depth", "movetime"})
        check_refused(std::string("replay a.jsonl 1 --") + option + " -4",
                      std::string("--") + option + ": expected an integer >= 1, got '-4'");
    check_refused("play --st -1", "--st: expected seconds, such as 10 or 0.1, got '-1'");
    check_refused("play --tc soon", "--tc: ");
    check_refused("play --fen foo", "--fen: 'foo' is not a position");
    check_refused("play --opening /nope.epd", "--opening: cannot read /nope.epd: ", 1);
    check_refused("play --tc inf", "--tc inf needs --st, --nodes or --depth");
    check_refused("replay a.jsonl 0", "GAME: expected an integer >= 1, got '0'");
}

TEST_CASE("a directory that does not exist is an error, and is not created") {
    const TemporaryFolder folder;
    const std::string file = folder / "no/file";
    for (const char* command : {"merge", "report"})
        check_refused(std::string(command) + " a.jsonl -o " + file,
                      "there is no directory '" + (folder / "no") + '\'', 1);
    CHECK_FALSE(std::filesystem::exists(folder / "no"));
}

TEST_CASE("options of fastchess that have no use here are reported once and ignored") {
    const Run match =
        run(BOTH + CLOCK + "-tb x -tb y -config file=x -output format=cutechess -rounds 1 " +
            "-maxmoves 1 -variant standard");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Warning: -tb: unsupported option, ignored\n") == 1);
    CHECK(match.count("Warning: -config: unsupported option, ignored; the journal replaces it") ==
          1);
    CHECK(match.count("Warning: -output: unsupported option, ignored; ") == 1);
}

TEST_CASE("a match plays at most the games at a time that its affinity allows") {
    const std::string one = "taskset -c $(taskset -cp $$ | sed 's/.*: //; s/[,-].*//') ";
    const auto on_one = [&](const std::string& options) {
        return run_shell(one + AGON_BIN "/agon-match " + BOTH +
                         "-each nodes=10 -rounds 1 -maxmoves 1 " + options + " 2>&1");
    };
    const Run refused = on_one("-concurrency 2");
    CAPTURE(refused.output);
    CHECK(refused.status == 2);
    CHECK(refused.says("needs 2 processors, and this program may use 1; -force"));
    const Run match = on_one("-concurrency max");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.output.find("Finished game 1 ") < match.output.find("Started game 2 "));
}

TEST_CASE("max fills the cores, and games may pause") {
    const Run match = run(
        BOTH + "-each nodes=10 option.Threads=" + std::to_string(platform::usable_processors()) +
        " -rounds 1 -maxmoves 1 -concurrency max -wait 1 -ratinginterval 0");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    // One at a time, since each has all cores.
    CHECK(match.output.find("Finished game 1 ") < match.output.find("Started game 2 "));
    const auto begun = std::chrono::steady_clock::now();
    CHECK(run(BOTH + "-each nodes=10 -rounds 1 -maxmoves 1 -wait 300").status == 0);
    CHECK(std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(300));
}

TEST_CASE("help and version are commands too") {
    CHECK(run("help").output == run("--help").output);
    CHECK(run("version").output == run("--version").output);
}

TEST_CASE("each command has help with examples, and its version") {
    for (const std::string command : {"", "play ", "merge ", "sprt ", "check ", "report ",
                                      "convert ", "replay ", "measure ", "spsa "}) {
        CAPTURE(command);
        const Run help = run(command + "--help");
        CAPTURE(help.output);
        CHECK(help.status == 0);
        const auto examples = help.output.find("\nExamples:\n");
        REQUIRE(examples != std::string::npos);
        const Run shown{0, help.output.substr(examples)};
        CHECK(shown.count("\n  agon-match " + command) >= 2);
        for (const std::string& line : support::lines_of(help.output)) CHECK(line.size() <= 100);
        CHECK(run(command + "-h").output == help.output);
        const Run version = run(command + "--version");
        CHECK(version.status == 0);
        CHECK(version.output.starts_with("agon-match 0."));
    }
    CHECK(run("--help").says("-engine KEY=VALUE"));
}

TEST_CASE("an engine from a file is read like the same arguments") {
    TemporaryFolder folder;
    const std::string cutechess = folder / "engines.json", fastchess = folder / "config.json";
    write_file(cutechess, R"([
        {"name": "one", "command": "mock_engine", "workingDirectory": ")" AGON_BIN R"(",
         "arguments": ["uci", "comment"], "protocol": "uci", "restart": "auto",
         "options": [{"name": "Hash", "type": "spin", "value": 2}]},
        {"name": "two", "command": ")" AGON_BIN R"(/mock_engine", "protocol": "uci"}])");
    write_file(fastchess, R"({"engines": [
        {"name": "three", "dir": "", "cmd": ")" AGON_BIN R"(/mock_engine", "args": "uci",
         "options": [["Hash", "3"]], "restart": false,
         "limit": {"nodes": 7, "plies": 0, "tc": {"time": 0, "increment": 0, "fixed_time": 0,
                   "moves": 0, "timemargin": 0}}}]})");
    const std::string log = folder / "log";
    const Run match = run("-engine conf=" + cutechess + ":one nodes=5 -engine conf=" + fastchess +
                          " -rounds 1 -maxmoves 1 -log file=" + log);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    const Run said{0, read_file(log)};
    CHECK(said.says("one > setoption name Hash value 2\n"));
    CHECK(said.says("one > go nodes 5\n"));
    CHECK(said.says("one < info string pgncomment"));
    CHECK(said.says("three > setoption name Hash value 3\n"));
    CHECK(said.says("three > go nodes 7\n"));
    // Where cutechess-cli looks for it.
    CHECK(run_shell("cd " + folder.path.string() +
                    " && " AGON_BIN "/agon-match -engine conf=two "
                    "-engine conf=one -each nodes=1 -rounds 1 -maxmoves 1 2>&1")
              .says("Finished game 2 (one vs two)"));
    const auto refused = [&](const std::string& conf, const std::string& words) {
        check_refused(BOTH + CLOCK + "-engine conf=" + conf, "-engine conf: " + words);
    };
    refused(cutechess + ":tow", "expected one of one two, got 'tow'; did you mean 'two'?");
    refused(cutechess, cutechess + " has several engines");
    refused("/nope.json", "cannot read /nope.json");
    for (const char* const clock :
         {R"("time": 1000000000001)", R"("fixed_time": 9223372036854775807)",
          R"("time": 1, "increment": 9223372036854775807)",
          R"("time": 1, "timemargin": 2147483648)"}) {
        write_file(cutechess, R"([{"name": "x", "command": "y", "limit": {"tc": {)" +
                                  std::string(clock) + "}}}]");
        refused(cutechess, cutechess + ", engine x: ");
    }
    write_file(cutechess, R"([{"command": "y"}])");
    refused(cutechess + ":x", cutechess + " has no engine with a name");
    write_file(cutechess, "[{");
    refused(cutechess, cutechess + " has no list of engines");
    write_file(cutechess, R"([{"name": "x", "command": "y", "protocol": "xboard"}])");
    refused(cutechess, cutechess + ", engine x: -engine proto: expected one of uci ugi");
}

TEST_CASE("no command waits for a FIFO, or reads a directory") {
    const TemporaryFolder folder;
    const std::string commands[] = {"merge ",
                                    "report -o page.html ",
                                    "report -o page.html --study ",
                                    "convert -o games.sgf ",
                                    "measure ",
                                    "replay NAME 1",
                                    BOTH + CLOCK + "-openings file=",
                                    "-each nodes=1 -engine cmd=x name=a -engine conf="};
    for (std::string name : {"fifo.json", "folder.json"}) {
        name = folder / name;
        if (name.ends_with("fifo.json"))
            REQUIRE(mkfifo(name.c_str(), 0600) == 0);
        else
            std::filesystem::create_directory(name);
        for (std::string command : commands) {
            const auto at = command.find("NAME");
            at == std::string::npos ? void(command += name) : void(command.replace(at, 4, name));
            CAPTURE(command);
            const Run run =
                run_shell("cd " + folder.path.string() + " && timeout 60 " AGON_BIN "/agon-match " +
                          command + " 2>&1");
            CAPTURE(run.output);
            CHECK((run.status == 1 || run.status == 2)); // 124: it waited
            CHECK(run.output.starts_with("agon-match: "));
            CHECK(run.says("cannot read " + name + ": it is "));
        }
    }
}
