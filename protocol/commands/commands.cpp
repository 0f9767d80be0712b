#include "protocol/commands/commands.hpp"

#include "protocol/terminal/play_command.hpp"
#include "protocol/terminal/review_command.hpp"

#include <iostream>
#include <string>

namespace agon::protocol {
namespace {

constexpr program::Command SUBCOMMANDS[] = {
    {"play", "", "play against the engine, or with two people, on the terminal", play},
    {"review", "FILE...", "find the mistakes in games; PGN with comments and variations", review},
    {"analyse", "", "analyse positions for programs: queries and answers in JSON", analyse},
    {"bench", "[HASH] [THREADS] [LIMIT]", "search fixed positions; --suite: find proved wins",
     bench},
    {"perft", "DEPTH", "count the sequences of DEPTH actions", perft},
    {"legal", "", "list the legal actions", legal},
    {"show", "", "show the position", show},
    {"eval", "", "show the evaluation, piece by piece", eval},
    {"rules", "[PRESET | --diff A B]", "show the presets, one in full, or how two differ", rules},
    {"genfens", "N", "print N random openings as position texts", genfens},
    {"kit", "DIR", "write files with which any program can check its rules", kit},
};

} // namespace

std::span<const program::Command> subcommands() { return SUBCOMMANDS; }

void print_lines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) std::cout << line << '\n';
}

} // namespace agon::protocol
