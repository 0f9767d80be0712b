// Forced wins that were proved without the search, for asking whether the search finds them.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace agon::bench {

/// A position in which the chooser can force a win. In the shipped suite its clock is 0, so that no
/// draw comes in between.
struct SuitePosition {
    std::string preset;
    int mate = 0;          ///< actions of the chooser until the win, as `mate N` counts
    int plies = 0;         ///< actions of anyone
    bool shortest = false; ///< nothing shorter exists; else the win is in at most so many
    std::string text;
};

/// Reads lines `PRESET N PLIES shortest|at-most POSITION`; empty ones and those that begin with `#`
/// are left out. Believes the win. Throws Error with `name`, line and fault; also for a preset or
/// position that does not exist, and for a finished game. Blocks on reading.
[[nodiscard]] std::vector<SuitePosition> read_suite(std::istream& stream, std::string_view name);

/// bench/suite.txt as it was when this was built: 200 positions and more, of every built-in preset.
[[nodiscard]] std::vector<SuitePosition> shipped_suite();

} // namespace agon::bench
