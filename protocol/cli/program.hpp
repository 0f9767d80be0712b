// The edge of an executable: commands, exit status, faults as a line on standard error, the
// terminal.
#pragma once

#include "engine/platform/system.hpp"
#include "protocol/cli/options.hpp"

#include <chrono>
#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace agon::program {

using platform::is_terminal;
using platform::Stream;

inline constexpr const char* OUTPUT_BROKEN = "standard output cannot be written";

/// The exit status after a signal to end, as a shell gives it after Ctrl-C.
inline constexpr int BROKEN_OFF = 130;

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

/// For programs whose options are not Options: prints the answer if the first word is -h, -help,
/// --help, -version or --version. Returns whether it was.
[[nodiscard]] bool answer_help(std::string_view program, const Words& args, std::string_view help);

/// Throws UsageError when there are no arguments, for a program that needs some.
void require_arguments(std::string_view program, const Words& args);

/// The body of main(): `run` with the words after the program's name, and its exit status. A
/// UsageError becomes "PROGRAM: message" on standard error and status 2. Any other exception, or a
/// standard output that cannot be written, becomes such a line and status 1.
[[nodiscard]] int run_main(const char* program, int argc, const char* const* argv,
                           int (*run)(const Words& args));

// What this executable is and how it was built.

/// "0.2.0".
[[nodiscard]] std::string_view version();

/// "PROGRAM 0.2.0", then compiler, build type, instruction set and sanitizers; a line each, with
/// its line feed.
[[nodiscard]] std::string build_report(std::string_view program);

// The signals that end a program in good order.

/// Adds platform::ending_signals() to a boost::asio::signal_set.
template<class SignalSet>
void add_ending_signals(SignalSet& signals) {
    for (const int signal : platform::ending_signals()) signals.add(signal);
}

// What a terminal can do.

inline constexpr const char* CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J";

/// Whether standard output is a terminal and NO_COLOR is unset or empty (no-color.org).
[[nodiscard]] bool shows_colour();

/// Columns that a line may fill: one less than the terminal on standard output has, since a full
/// line wraps on some; 79 where there is none or it does not say.
[[nodiscard]] std::size_t line_width();

/// The same text with longer lines broken between words, each piece indented as its line. A word
/// longer than `width` is not broken.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

// How far a match is, in one line (arena.md, progress).

/// Counts games and estimates the time left from those played since it was made.
class Progress {
public:
    using Clock = std::chrono::steady_clock;

    /// `done` games were played in an earlier run.
    Progress(std::size_t done, Clock::time_point now) : earlier_(done), done_(done), begun_(now) {}

    void finished() { ++done_; }
    [[nodiscard]] std::size_t done() const { return done_; }

    /// "12 of 100 games, 0:03:12 left"; without a time before the first game. Precondition here and
    /// in bar(): `total` is at least done().
    [[nodiscard]] std::string text(std::size_t total, Clock::time_point now) const;
    /// The same after "[#####...............] ".
    [[nodiscard]] std::string bar(std::size_t total, Clock::time_point now) const;

private:
    std::size_t earlier_, done_;
    Clock::time_point begun_;
};

/// The last line of a terminal, which later lines push down.
class StatusLine {
public:
    /// Shows nothing unless `shown`.
    StatusLine(std::ostream& terminal, bool shown) : terminal_(terminal), shown_(shown) {}

    void draw(std::string_view text) {
        if (shown_) terminal_ << "\r\x1b[K" << text << std::flush;
    }
    void clear() { draw(""); }

private:
    std::ostream& terminal_;
    bool shown_;
};

} // namespace agon::program
