// Positions with a proved win out of games: what `agon bench --suite` searches.
#pragma once

#include "engine/rules/presets.hpp"
#include "tools/prove/solver.hpp"

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
    int least_mate = 2;    ///< N
    int last_mate = 9;     ///< this and longer ones share a quota
};

/// Called after each game, with the number of problems so far.
using FindProgress = std::function<void(std::size_t games, std::size_t kept)>;

/// Goes back through each game from its end until two positions in a row have no proof (in a
/// decided game only the winner's count), and keeps at most one position of each game: among
/// lengths whose quota is not full one of the rarest length, the longest of those. Leaves out a
/// position that equals an earlier one by symmetry of board or colours. Ordered by preset, then by
/// N. Deterministic. Blocks.
[[nodiscard]] std::vector<Problem> find_problems(const Presets& presets,
                                                 const std::vector<PlayedGame>& games,
                                                 const FindSettings& settings,
                                                 const FindProgress& progress);

/// "classic 4 7 shortest POSITION": preset, N, plies, `shortest` or `at-most`.
[[nodiscard]] std::string suite_line(const Problem& problem);

} // namespace agon::solve
