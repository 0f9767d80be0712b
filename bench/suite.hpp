// Positions with proved wins, and how many of them the search finds.
#pragma once

#include "search/engine.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::bench {

// Positions with forced wins that were proved without the search.

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

// Puzzles: positions in which one action alone is proved to win.

/// A line `VARIANT;POSITION;LINE;PLIES;GRADE;THEMES`, as agon-puzzles writes it
/// (tools/prove/README.md).
struct Puzzle {
    std::string preset, position;
    std::vector<std::string> line; ///< to the end, not empty; its first action is the one that wins
    int plies = 0;                 ///< actions of both sides in which it does
    int grade = 0;                 ///< small ones are easy
    std::string themes;            ///< with blanks between them; may be empty
};

/// Skips empty lines and `#` comments. Checks no win, and of `line` the first action alone. Throws
/// Error as read_suite(). Blocks on reading.
[[nodiscard]] std::vector<Puzzle> read_puzzles(std::istream& stream, std::string_view name);

/// The text of over 1,000, easy ones first.
[[nodiscard]] std::string_view shipped_puzzles();

// How many proved wins the search finds, in how many nodes and how much time.

inline constexpr std::uint64_t DEFAULT_SUITE_NODES = 200'000;

struct SuiteBenchOptions {
    std::size_t hash_mb = search::DEFAULT_HASH_MB;
    int threads = 1;
    search::Limits limits; ///< for each position; at least one of nodes, depth and move_time
};

/// The result of one position, for showing progress.
struct SuiteBenchStep {
    std::size_t number, count; ///< 1 to count
    const SuitePosition& position;
    std::optional<int> mate; ///< N of the first win reported; nullopt when unsolved
    search::Answer answer;
    std::chrono::microseconds time;
};

struct SuiteBenchResult {
    std::size_t solved = 0;
    std::size_t positions = 0;
    std::uint64_t nodes = 0;          ///< of all positions and threads
    std::chrono::microseconds time{}; ///< of the searches
};

/// Searches each position from an empty table until the search reports any win for the chooser or
/// reaches a limit. Blocks until done. Throws std::bad_alloc when memory is short.
[[nodiscard]] SuiteBenchResult
suite_bench(std::span<const SuitePosition> suite, const SuiteBenchOptions& options,
            const std::function<void(const SuiteBenchStep&)>& on_step);

} // namespace agon::bench
