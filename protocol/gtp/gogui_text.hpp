// Replies to GoGui's commands (GoGui 1.6 manual, "Rules" and "Analyze Commands").
#pragma once

#include "protocol/gtp/gtp_record.hpp"

#include <span>
#include <string>

namespace agon::protocol {

/// "F6".
[[nodiscard]] std::string vertex_text(Cell cell);
/// "A1 B1", by row upward.
[[nodiscard]] std::string vertices_text(Bitboard cells);

/// 11 rows, top first: X black, O white, `.` empty, `?` no cell.
[[nodiscard]] std::string gogui_board(const Position& position);

/// Who acts and how, or the result when the game is over: "white to move".
[[nodiscard]] std::string gogui_status(const GtpRecord& record);

/// Graphics commands, one per line: rings, pieces, captured pieces, the selected piece and its
/// targets.
[[nodiscard]] std::string gogui_graphics(const GtpRecord& record);

/// The cells that the next vertex move may name.
[[nodiscard]] std::string gogui_choices(const GtpRecord& record);

/// A principal variation: the first action circled and squared, targets numbered by ply, the score
/// and the actions as text.
[[nodiscard]] std::string gogui_variation(std::span<const Move> moves, const std::string& score);

} // namespace agon::protocol
