// What a terminal can do.
#pragma once

#include "protocol/os/program.hpp"

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace agon::program {

using platform::is_terminal;
using platform::Stream;

inline constexpr const char* CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J";

/// Whether standard output is a terminal and NO_COLOR is unset or empty (no-color.org).
[[nodiscard]] bool shows_colour();

/// Columns that a line may fill: one less than the terminal on standard output has, since a full
/// line wraps on some; 79 if there is none or it does not report one.
[[nodiscard]] std::size_t line_width();

/// The text with longer lines broken between words, each piece indented like its line. A word
/// longer than `width` is not broken.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

/// A status line at the bottom of a terminal, below all other output.
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
