// Actions as a person writes them.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {

/// Reads "a1b2", "A1-B2", "a1 b2", or only the target, "b2", if only one piece can go there;
/// otherwise as parse_legal_move(). Throws Error with the reason when the text is not an action,
/// when it is illegal, or when several pieces can go to the target.
[[nodiscard]] Move read_action(const RuleSet& rules, const Position& position,
                               std::string_view text);

/// The legal actions, a line for each piece, as "a1 to b1 b2" or "pass"; only those from `cell`, a
/// cell's name, unless it is empty. Throws Error if it is no cell, or there is none.
[[nodiscard]] std::vector<std::string> legal_actions(const RuleSet& rules, const Position& position,
                                                     std::string_view cell);

/// A legal action as an example of how one is typed: "a1-b2", "f3" or "pass". A step of the piece
/// on `from` if a cell is given. Returns nullopt if there is none.
[[nodiscard]] std::optional<std::string>
example_action(const RuleSet& rules, const Position& position, std::optional<Cell> from = {});

} // namespace agon::protocol
