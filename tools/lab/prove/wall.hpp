// Walls: sets of pieces that nobody can capture once the enemies are outside, because the cells
// between the pieces keep them out, where pieces are flanked in straight lines (bench/solved.md).
#pragma once

#include "engine/game/position.hpp"
#include "tools/lab/prove/fortress.hpp"

#include <optional>
#include <string>
#include <vector>

namespace agon::prove {

/// Pieces, and the cells that their enemies reach from the edge. Unlike Fortress, cells that are
/// not closed count as free of the enemy if nobody can get there.
struct Wall {
    Bitboard pieces;
    /// All cells of ring 5, and those that follow by steps inward and sideways, except the pieces
    /// and the cells between two of them; the throne if it follows ring 1.
    Bitboard reach;
    bool throne = false; ///< it holds with the enemy's queen on the throne, too
    int actions = 0;     ///< of either side from `standard`, if nothing is in the way
    /// The first of an endless sequence of steps, none of which captures. Nullopt if there is none:
    /// then another piece must step meanwhile.
    std::optional<FortStep> step = {};
};

/// One wall of each class under the symmetries of the board, with `pieces` pieces (1 to 7), that
/// holds: no line through a piece has both ends in `reach`, and some cell of ring 1 is not in it.
/// Blocks, for seconds with 7.
[[nodiscard]] std::vector<Wall> find_walls(int pieces);

/// The wall after a step. What the enemies reached before, they may still occupy.
[[nodiscard]] Wall stepped(const Wall& wall, FortStep step);

/// The first step of an endless sequence through walls that hold. Nullopt if there is none.
[[nodiscard]] std::optional<FortStep> endless_step(const Wall& wall);

/// Position text: Black is the wall, with a seventh piece in a corner if it has six; White, to
/// move, is as near the throne as possible.
[[nodiscard]] std::string besieged(const Wall& wall);

/// "pieces d4 f4 d6 h6 f8 h8, closed e4 d5 g5 e7 h7 g8, the throne is free, 20 actions"
[[nodiscard]] std::string to_text(const Wall& wall);

} // namespace agon::prove
