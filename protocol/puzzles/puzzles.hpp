// Positions in which exactly one action is proved to win.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/move.hpp"

#include <array>
#include <cstdint>
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

/// How many there are, without reading them.
[[nodiscard]] std::size_t shipped_puzzle_count();

/// Those of the text, read once.
[[nodiscard]] const std::vector<Puzzle>& all_puzzles();

/// For people: how far one has to see, and whether the engine has to search for it.
enum class Difficulty : std::uint8_t { Easy, Medium, Hard };
inline constexpr std::array<std::string_view, 3> DIFFICULTIES = {"easy", "medium", "hard"};
[[nodiscard]] Difficulty difficulty(const Puzzle& puzzle);

/// What an action of the winner is, as far as the kept line tells. Unknown: not the kept one, and
/// not the first either; an engine can tell whether it still wins.
enum class PuzzleAction : std::uint8_t { Right, Wrong, Unknown };
/// `game` began with the puzzle. Precondition: the action is legal.
[[nodiscard]] PuzzleAction judge(const Puzzle& puzzle, const Game& game, Move move);

/// How the line goes on from the present position; empty once the game has left it.
[[nodiscard]] std::vector<Move> rest_of_line(const Puzzle& puzzle, const Game& game);

/// The actions of the line that the winner chooses.
[[nodiscard]] std::size_t actions_to_win(const Puzzle& puzzle, const RuleSet& rules);

} // namespace agon
