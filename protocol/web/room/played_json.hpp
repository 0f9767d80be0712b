// A game as every page reads it: the page knows no rules, so each action says what it did.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/web/room/json.hpp"

#include <span>
#include <string>
#include <string_view>

namespace agon::page {

/// "w" or "b".
[[nodiscard]] constexpr std::string_view side_key(Side side) {
    return side == Side::White ? "w" : "b";
}

/// The names of the cells.
[[nodiscard]] Json cells_json(Bitboard cells);

/// An action with its marks (protocol/web/README.md, One encoding of a game). `before` becomes the
/// position after it. Precondition: it is legal.
[[nodiscard]] std::string play_marked(const RuleSet& rules, Position& before, Move move);

/// A list of the actions from `position` on, each with its marks.
[[nodiscard]] Json marked_json(const RuleSet& rules, Position position,
                               std::span<const Move> actions);

/// `variant`, `setup`, the text of the `first` position, and `actions` with their marks.
[[nodiscard]] Json played_json(const Game& game, std::string_view variant, std::string_view setup);

} // namespace agon::page
