// What a terminal can do, and progress in one line.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <ostream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace agon::program {

// What a terminal can do.

inline constexpr const char* CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J";

/// Whether standard output is a terminal and NO_COLOR is unset or empty (no-color.org).
[[nodiscard]] inline bool shows_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

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
