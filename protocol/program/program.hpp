// The edge of an executable: commands, exit status, faults as a line on standard error.
#pragma once

#include "protocol/program/options.hpp"

#include <iostream>
#include <span>

namespace agon::program {

inline constexpr const char* OUTPUT_BROKEN = "standard output cannot be written";

/// A row of the table of commands, as "agon perft DEPTH".
struct Command {
    std::string_view name, arguments, summary;
    /// Gets the words after the name; returns the exit status. Throws UsageError for wrong use, any
    /// other exception for a failure.
    int (*run)(const Words& args);
};

/// Null when there is none of that name.
[[nodiscard]] const Command* find_command(std::span<const Command> commands, std::string_view name);

/// The names, for unknown().
[[nodiscard]] Words names_of(std::span<const Command> commands);

/// A line for each: "  perft DEPTH    count the sequences of DEPTH actions".
[[nodiscard]] std::string command_table(std::span<const Command> commands);

/// For programs whose options are not Options: prints when the first word is -h, -help, --help,
/// -version or --version, and says whether it was.
[[nodiscard]] bool answer_help(std::string_view program, const Words& args, std::string_view help);

/// The body of main(): `run` with the words after the program's name, and its exit status. A
/// UsageError becomes "PROGRAM: message" on standard error and status 2; any other exception, and a
/// standard output that cannot be written, such a line and status 1.
[[nodiscard]] int run_main(const char* program, int argc, const char* const* argv,
                           int (*run)(const Words& args));

// What the above replaces; for agon-match until it has changed over.
inline bool read_options(const std::vector<std::string>& args,
                         const boost::program_options::options_description& all,
                         const boost::program_options::positional_options_description& words,
                         const boost::program_options::options_description& shown,
                         boost::program_options::variables_map& given) {
    namespace po = boost::program_options;
    po::store(po::command_line_parser(args).options(all).positional(words).run(), given);
    po::notify(given);
    if (given.count("help") == 0) return true;
    std::cout << shown << std::flush;
    return false;
}
template<class Run>
int exit_status(const char* program, int failure, Run run) {
    try {
        return run();
    } catch (const std::exception& error) {
        std::cerr << program << ": " << error.what() << '\n';
        return failure;
    }
}

} // namespace agon::program
