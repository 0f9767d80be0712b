// Positions with a proved win, found in games: what `agon bench --suite` searches.
#pragma once

#include "engine/game/position.hpp"
#include "engine/rules/presets.hpp"
#include "tools/lab/prove/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::solve {

/// The positions of a game in order.
struct PlayedGame {
    const Preset* preset = nullptr;
    std::vector<Position> line; ///< at least one
};

/// Reads `PRESET POSITION [moves ACTION...]`; the game may be finished or not. Throws Error with
/// the reason. `presets` outlives the game.
[[nodiscard]] PlayedGame parse_game(const Presets& presets, std::string_view text);

struct Problem {
    const Preset* preset = nullptr;
    Position position; ///< its clock is 0
    Length length;
    bool shortest = false; ///< proved to be the shortest; else `length` is an upper bound
};

struct FindSettings {
    Effort effort;
    std::size_t quota = 3; ///< problems for each preset and each N
    int min_mate = 2;      ///< N
    int last_mate = 9;     ///< this and longer ones share a quota
};

/// Called after each game, with the number of problems so far.
using FindProgress = std::function<void(std::size_t games, std::size_t kept)>;

/// Goes back through each game from its end until two positions in a row have no proof (in a
/// decided game only the winner's count), and keeps at most one position of each game: of the
/// lengths whose quota is not full, the rarest, and of equally rare ones the longest. Skips a
/// position that a symmetry of board or colours makes equal to an earlier one. Ordered by preset,
/// then by N. Deterministic. Blocks.
[[nodiscard]] std::vector<Problem> find_problems(const Presets& presets,
                                                 const std::vector<PlayedGame>& games,
                                                 const FindSettings& settings,
                                                 const FindProgress& progress);

struct LengthenSettings {
    std::size_t tries = 1000; ///< positions for each preset
    std::uint64_t seed = 1;
};

/// For each preset the longest win that is proved to be the shortest of its position. Starts from
/// `problems`, moves up to three pieces of the 12 longest at random, and continues from what it
/// finds. No piece is captured in these positions, and a game may never reach them. Calls `longer`
/// for each win that is longer than all earlier ones of its preset. A preset without a proved
/// problem has no result. Deterministic. Blocks.
[[nodiscard]] std::vector<Problem> lengthen(const std::vector<Problem>& problems,
                                            const Effort& effort, const LengthenSettings& settings,
                                            const std::function<void(const Problem&)>& longer);

/// "classic 4 7 shortest POSITION": preset, N, plies, `shortest` or `at-most`.
[[nodiscard]] std::string suite_line(const Problem& problem);

} // namespace agon::solve
