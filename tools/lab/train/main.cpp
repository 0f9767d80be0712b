// agon-train: games of the engine against itself, and networks that learn from them.
#include "protocol/cli/program.hpp"
#include "tools/lab/train/commands.hpp"

namespace {

using namespace agon;

constexpr program::Command COMMANDS[] = {
    {"play", "-o FILE [OPTIONS]", "play games of the engine against itself", train::play_command},
    {"fit", "FILE... -o NETWORK", "train a network on games", train::fit_command},
    {"show", "FILE...", "summarise files of games", train::show_command}};

int run(const program::Words& args) {
    const std::string help = "agon-train: training games and networks\n\n" +
                             program::command_table(COMMANDS) +
                             "\nSee agon-train COMMAND --help.\n"
                             "\nExamples:\n"
                             "  agon-train play -o classic.games --games 20000 --threads 2\n"
                             "  agon-train fit classic.games -o classic.net\n"
                             "  agon-train show classic.games\n";
    if (program::answer_help("agon-train", args, help)) return 0;
    program::require_arguments("agon-train", args);
    if (const auto* command = program::find_command(COMMANDS, args.front()))
        return command->run({args.begin() + 1, args.end()});
    throw program::unknown("command", args.front(), program::names_of(COMMANDS), "agon-train");
}

} // namespace

int main(int argc, char** argv) { return program::run_main("agon-train", argc, argv, run); }
