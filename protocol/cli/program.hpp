// What every executable shares: commands, exit status, errors as a line on standard error.
#pragma once

#include "protocol/cli/values.hpp"

#include <span>
#include <string>
#include <string_view>

namespace agon::program {

inline constexpr const char* OUTPUT_BROKEN = "standard output cannot be written";

/// The exit status after a termination signal, as in a shell after Ctrl-C.
inline constexpr int BROKEN_OFF = 130;

/// A row of the table of commands, such as "agon perft DEPTH".
struct Command {
    std::string_view name, arguments, summary;
    /// Receives the words after the name; returns the exit status. Throws UsageError for wrong
    /// usage, any other exception for a failure.
    int (*run)(const Words& args);
};

/// Null if no command has that name.
[[nodiscard]] const Command* find_command(std::span<const Command> commands, std::string_view name);

/// The names, for unknown().
[[nodiscard]] Words names_of(std::span<const Command> commands);

/// A line for each command: "  perft DEPTH    count the sequences of DEPTH actions".
[[nodiscard]] std::string command_table(std::span<const Command> commands);

/// For programs whose options are not Options: prints the answer if the first word is -h, -help,
/// --help, -version or --version. Returns whether it was.
[[nodiscard]] bool answer_help(std::string_view program, const Words& args, std::string_view help);

/// Throws UsageError when there are no arguments, for a program that needs them.
void require_arguments(std::string_view program, const Words& args);

/// The body of main(): `run` with the words after the program's name, and its exit status. A
/// UsageError becomes "PROGRAM: message" on standard error and status 2. Any other exception, or a
/// standard output that cannot be written, becomes such a line and status 1.
[[nodiscard]] int run_main(const char* program, int argc, const char* const* argv,
                           int (*run)(const Words& args));

} // namespace agon::program
