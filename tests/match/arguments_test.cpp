// The command lines of agon-match: faults, near misses, help.
#include "tests/support/arena.hpp"

using namespace agon::test;

namespace {

const std::string BOTH = engine("A") + engine("B");

} // namespace

TEST_CASE("settings of a match that do not fit together are refused") {
    check_refused(BOTH, "engine A needs tc=");
    check_refused(engine("A") + CLOCK, "at least two engines");
    check_refused(engine("A") + engine("A") + CLOCK, "two engines are called A");
    check_refused("-engine name=A -each tc=1", "-engine needs cmd=");
    check_refused(BOTH + CLOCK + "-concurrency 10000", "-force-concurrency allows it");
    check_refused(BOTH + CLOCK + "-sprt elo0=5 elo1=0", "elo0 must be less");
    for (const char* const type : {"knockout", "swiss"})
        check_refused(BOTH + CLOCK + "-sprt elo0=0 elo1=5 -tournament " + type,
                      "-sprt needs games that do not depend on results");
    check_refused(BOTH + CLOCK + "-seeds 1", "-seeds goes with -tournament gauntlet");
}

TEST_CASE("each value of a match is checked, and a fault says what was expected") {
    const auto refused = [](const std::string& arguments, const std::string& words) {
        check_refused(BOTH + CLOCK + arguments, words);
    };
    for (const char* option : {"-rounds", "-games", "-concurrency", "-maxmoves", "-seeds"})
        for (const char* value : {"0", "x", "-5", "1.5", "99999999999999999999"})
            refused(std::string(option) + ' ' + value,
                    std::string(option) + ": expected an integer");
    refused("-rounds x", "-rounds: expected an integer >= 1, got 'x'");
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
    refused("-tournament pyramid", "-tournament: expected one of ");
    refused("-illegal resign", "-illegal: expected one of forfeit-game forfeit-turn");
    refused("-recover yes", "-recover: expected no value, got 'yes'");
    refused("-draw 8", "-draw: expected KEY=VALUE, got '8'");
    refused("-stall soon", "-stall: expected seconds, as 10 or 0.1, got 'soon'");
    refused("-each st=-1", "-engine st: expected seconds, as 10 or 0.1, got '-1'");
    refused("-each tc=soon", "-engine tc: ");
    for (const char* key : {"nodes", "depth"})
        refused(std::string("-each ") + key + "=-4",
                std::string("-engine ") + key + ": expected an integer >= 1, got '-4'");
    refused("-each timemargin=-1", "-engine timemargin: expected an integer >= 0, got '-1'");
    refused("-each proto=xboard", "-engine proto: expected one of uci ugi, got 'xboard'");
    refused("-each option.RepetitionLimit=-1", "option.RepetitionLimit: expected an integer >= 0");
    refused("-each option.Threads=0", "option.Threads: expected an integer >= 1, got '0'");
    for (const char* name : {"'a b'", "a:b", "\xc3\xa4"})
        check_refused(engine(name) + engine("B") + CLOCK,
                      "-engine name: expected ASCII without space and colon, got '");
}

TEST_CASE("a near miss is told") {
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

TEST_CASE("numbers of the subcommands have bounds") {
    for (const char* option : {"nodes", "depth", "maxmoves"})
        for (const char* value : {"-4", "0", "x"})
            check_refused(std::string("play --") + option + ' ' + value,
                          std::string("--") + option + ": expected an integer >= 1, got '" + value);
    for (const char* option : {"ply", "nodes", "depth", "movetime"})
        check_refused(std::string("replay a.jsonl 1 --") + option + " -4",
                      std::string("--") + option + ": expected an integer >= 1, got '-4'");
    check_refused("play --st -1", "--st: expected seconds, as 10 or 0.1, got '-1'");
    check_refused("play --tc soon", "--tc: ");
    check_refused("play --tc inf", "--tc inf needs --st, --nodes or --depth");
    check_refused("replay a.jsonl 0", "GAME: expected an integer >= 1, got '0'");
}

TEST_CASE("a directory that does not exist is a fault, and is not made") {
    const TemporaryFolder folder;
    const std::string file = folder / "no/file";
    for (const char* command : {"merge", "report"})
        check_refused(std::string(command) + " a.jsonl -o " + file,
                      "there is no directory '" + (folder / "no") + '\'', 1);
    CHECK_FALSE(std::filesystem::exists(folder / "no"));
}

TEST_CASE("options of fastchess without use here are named once and ignored") {
    const Run match =
        run(BOTH + CLOCK + "-tb x -tb y -config x -rounds 1 -maxmoves 1 -variant standard");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.count("Warning: -tb: unsupported option, ignored\n") == 1);
    CHECK(match.count("Warning: -config: unsupported option, ignored\n") == 1);
}

TEST_CASE("each command has help with examples, and its version") {
    for (const std::string command :
         {"", "play ", "merge ", "sprt ", "check ", "report ", "convert ", "replay ", "measure ",
          "spsa "}) {
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
