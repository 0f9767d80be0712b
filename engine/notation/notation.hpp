// Positions and actions as text (rules.md sections 8 and 9).
#pragma once

#include "engine/error.hpp"
#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <string>
#include <string_view>

namespace agon {

/// Reads the six fields of a position text. Throws Error naming the field and the fault. Positions
/// of finished games are accepted.
[[nodiscard]] Position parse_position(const RuleSet& rules, std::string_view text);

/// The inverse of parse_position(): parsing what this prints gives an equal position.
[[nodiscard]] std::string to_text(const Position& position);

/// The start position of a setup (rules.md section 3).
[[nodiscard]] Position setup_position(const RuleSet& rules, Setup setup);

/// "a1b2", "f3" for a placement, "pass"; "0000" for Move{}, which is not an action.
[[nodiscard]] std::string to_text(Move move);

/// Reads an action in upper or lower case; "0000" is a pass, not Move{}. Throws Error if the text
/// is not an action. Does not check legality.
[[nodiscard]] Move parse_move(std::string_view text);

/// parse_move(), but also throws Error, with the reason, if the action is illegal in `position`.
[[nodiscard]] Move parse_legal_move(const RuleSet& rules, const Position& position,
                                    std::string_view text);

} // namespace agon
