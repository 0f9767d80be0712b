// What a terminal can do.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>

namespace agon::program {

inline constexpr const char* CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J";

/// Whether standard output is a terminal that is not told to do without colours (no-color.org).
[[nodiscard]] inline bool shows_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

/// Columns that a line may fill: one less than the terminal on standard output has, since a full
/// line wraps on some; 79 where there is none or it does not say.
[[nodiscard]] std::size_t line_width();

/// The same text with longer lines broken between words, each piece indented as its line. Only a
/// word that is longer than that stays in one piece.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

} // namespace agon::program
