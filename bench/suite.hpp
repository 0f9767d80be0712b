// Positions with forced wins that were proved without the search.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace agon::bench {

/// A position in which the chooser can force a win. In the shipped suite its clock is 0, so that
/// the no-progress limit is not reached.
struct SuitePosition {
    std::string preset;
    int mate = 0;          ///< the chooser's actions until the win: N of `mate N`
    int plies = 0;         ///< actions of both sides
    bool shortest = false; ///< no shorter win exists; otherwise `mate` is an upper bound
    std::string text;
};

/// Reads lines `PRESET N PLIES shortest|at-most POSITION`; skips empty lines and `#` comments. Does
/// not check the win. Throws Error with `name`, line number and fault, also for an unknown preset,
/// an invalid position and a finished game. Blocks on reading.
[[nodiscard]] std::vector<SuitePosition> read_suite(std::istream& stream, std::string_view name);

/// bench/suite.txt, embedded when the program is built: over 200 positions of all built-in presets.
[[nodiscard]] std::vector<SuitePosition> shipped_suite();

} // namespace agon::bench
