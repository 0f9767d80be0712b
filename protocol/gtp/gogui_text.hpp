// What GoGui draws and asks of a ruler, as its commands want it (GoGui 1.6 manual, "Rules").
#pragma once

#include "protocol/gtp/gtp_record.hpp"

#include <span>
#include <string>

namespace agon::protocol {

/// "F6".
[[nodiscard]] std::string vertex_text(Cell cell);
/// By row upward, one blank between; `gogui-rules_legal_moves`.
[[nodiscard]] std::string vertices_text(Bitboard cells);

/// 11 rows, top first: X black, O white, `.` empty, `?` no cell.
[[nodiscard]] std::string gogui_board(const Position& position);

/// Who acts and how, or the result when the game is over: "white to move".
[[nodiscard]] std::string gogui_status(const GtpRecord& record);

/// Graphics commands, one a line, for the Scene of the position and what is selected.
[[nodiscard]] std::string gogui_graphics(const GtpRecord& record);

/// The same for the cells that an action may begin with, or end on once it has begun.
[[nodiscard]] std::string gogui_choices(const GtpRecord& record);

/// The same for a line of play: the first action circled and squared, targets numbered by ply, the
/// score and all actions as text.
[[nodiscard]] std::string gogui_variation(std::span<const Move> moves, const std::string& score);

} // namespace agon::protocol
