// Positions in which exactly one action is proved to win.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// A line `VARIANT;POSITION;LINE;PLIES;GRADE;THEMES`, as agon-puzzles writes it
/// (tools/lab/prove/README.md).
struct Puzzle {
    std::string preset, position;
    std::vector<std::string> line; ///< to the end, not empty; its first action is the one that wins
    int plies = 0;                 ///< actions of both sides in which it does
    int grade = 0;                 ///< low for easy ones
    std::string themes;            ///< separated by spaces; may be empty
};

/// Skips empty lines and `#` comments. Checks only the first action of `line`, not the win. Throws
/// Error with `name`, line number and fault. Blocks on reading.
[[nodiscard]] std::vector<Puzzle> read_puzzles(std::istream& stream, std::string_view name);

/// The text of over 1,000 puzzles, easy ones first.
[[nodiscard]] std::string_view shipped_puzzles();

} // namespace agon
