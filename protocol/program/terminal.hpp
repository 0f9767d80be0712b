// What a terminal can do.
#pragma once

#include <cstdlib>
#include <unistd.h>

namespace agon::program {

inline constexpr const char* CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J";

/// Whether standard output is a terminal that is not told to do without colours (no-color.org).
[[nodiscard]] inline bool shows_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

} // namespace agon::program
