// Positions as endgame tables number them, and back.
#pragma once

#include "engine/game/position.hpp"
#include "tools/lab/tables/endgame_index.hpp"

#include <optional>

namespace agon::tables {

/// The key of a position in its table. Returns nullopt if the pieces have decided the game, or no
/// game leaves pieces captured like this.
[[nodiscard]] std::optional<TablePieces> table_pieces(const Position& position);
/// The possible cells of the captured queen of the side to act.
[[nodiscard]] Bitboard captured_queen_cells(const TablePieces& pieces);
/// The position of a table, with white to act. A captured queen is put on one of her possible
/// cells. Returns nullopt if there is none.
[[nodiscard]] std::optional<Position> table_position(const RuleSet& rules,
                                                     const TablePieces& pieces);

} // namespace agon::tables
