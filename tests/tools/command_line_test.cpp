// The command lines of agon-book, agon-solve and agon-tune.
#include "tests/support/arena.hpp"

using agon::test::run_shell;

namespace {

struct Refused {
    const char *arguments, *message; ///< the program's name first; then what follows it
    int status = 2;
};

} // namespace

TEST_CASE("wrong use and failures are one line on standard error, with their exit status") {
    const Refused cases[] = {
        {"agon-book --count -5", "--count: expected an integer from 1 to 1000000, got '-5'"},
        {"agon-book --count 0", "--count: expected an integer from 1 to 1000000, got '0'"},
        {"agon-book --random -1", "--random: expected an integer >= 0, got '-1'"},
        {"agon-book --played 5 -1", "--played: expected an integer >= 0, got '-1'"},
        {"agon-book --played 5 x", "--played: expected an integer >= 0, got 'x'"},
        {"agon-book --nodes 0", "--nodes: expected an integer >= 1, got '0'"},
        {"agon-book --seed -1", "--seed: expected an integer >= 0, got '-1'"},
        {"agon-book --least -1", "--least: expected an integer >= 0, got '-1'"},
        {"agon-book --least 700", "--least is greater than --most"},
        {"agon-book --variant chess", "--variant: expected one of classic ham"},
        {"agon-book --setup placemnt", "got 'placemnt'; did you mean 'placement'?"},
        {"agon-book --cuont 5", "unknown option '--cuont'; did you mean '--count'?"},
        {"agon-book x", "'x' is one argument too many; see 'agon-book --help'"},
        {"agon-solve --nodes -1 x", "--nodes: expected an integer >= 1, got '-1'"},
        {"agon-solve --attack -1 x", "--attack: expected an integer >= 0, got '-1'"},
        {"agon-solve --plies 100 x", "--plies: expected an integer from 1 to 99, got '100'"},
        {"agon-solve --quota 0 --find", "--quota: expected an integer >= 1, got '0'"},
        {"agon-solve", "either POSITION or --find; see 'agon-solve --help'"},
        {"agon-solve --find x", "either POSITION or --find; see 'agon-solve --help'"},
        {"agon-solve --variant chess x", "--variant: expected one of classic ham"},
        {"agon-solve nonsense", "", 1},
        {"agon-tune --games many", "--games: expected an integer >= 5, got 'many'"},
        {"agon-tune --games 4", "--games: expected an integer >= 5, got '4'"},
        {"agon-tune --nodes -1", "--nodes: expected an integer >= 1, got '-1'"},
        {"agon-tune --handicap 0", "--handicap: expected an integer >= 1, got '0'"},
        {"agon-tune --random 3", "--random: expected an integer >= 4, got '3'"},
        {"agon-tune --actions 0", "--actions: expected an integer >= 1, got '0'"},
        {"agon-tune --positions -1", "--positions: expected an integer >= 1, got '-1'"},
        {"agon-tune --draws -0.5", "--draws: expected a number >= 0, got '-0.5'"},
        {"agon-tune --spread 0", "--spread: expected a number >= 1, got '0'"},
        {"agon-tune --threads -2", "--threads: expected an integer from 1 to 1024, got '-2'"},
        {"agon-tune --depth 3", "unknown option '--depth'; see 'agon-tune --help'"},
        {"agon-tune --games 5 --actions 1", "these games say nothing", 1},
    };
    for (const Refused& refused : cases) {
        CAPTURE(refused.arguments);
        const auto run =
            run_shell(std::string(AGON_BIN "/") + refused.arguments + " 2>&1 </dev/null");
        const std::string arguments = refused.arguments;
        CAPTURE(run.output);
        CHECK(run.status == refused.status);
        CHECK(run.output.starts_with(arguments.substr(0, arguments.find(' ')) + ": "));
        CHECK(run.says(refused.message));
        CHECK(run.count("\n") == 1);
    }
}

TEST_CASE("--help ends in examples and has no line over 100 columns; -h is the same") {
    for (const std::string program : {"agon-book", "agon-solve", "agon-tune"}) {
        CAPTURE(program);
        const auto help = run_shell(AGON_BIN "/" + program + " --help");
        CHECK(help.status == 0);
        CHECK(help.output.starts_with(program + " [OPTIONS]"));
        CHECK(help.says("\nExamples:\n  " + program));
        std::istringstream lines(help.output);
        for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
        CHECK(run_shell(AGON_BIN "/" + program + " -h").output == help.output);
        CHECK(run_shell(AGON_BIN "/" + program + " --version").output.starts_with(program + " 0."));
    }
}
