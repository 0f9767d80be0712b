// A position as the page of a game shows it. The page knows no rules: the server says what
// can be done.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace agon::page {

/// Of the last position of `game`:
///  - `svg`: the picture (svg_diagram()); `turned` and `plan` as there.
///  - `cells`: what stands on a cell in words, by its name; vacant ones are omitted.
///  - `says`: sentences about the last action, and about whose turn it is or how the game ended.
///  - `position`: its text.
///  - `legal`: the actions' texts, where `acts` and the game is not over.
[[nodiscard]] Json board_json(const Game& game, bool turned, std::span<const Move> plan, bool acts);

/// `game` as it was after its first `ply` actions; after all of them if it has fewer.
[[nodiscard]] Game game_at(Game game, std::size_t ply);

/// The arrows of a line that a picture shows; more are hard to follow.
inline constexpr std::size_t MAX_ARROWS = 4;

/// Sentences about the last action, and about whose turn it is or how the game ended.
[[nodiscard]] std::string says(const Game& game);

/// The texts of the actions.
[[nodiscard]] Json texts_json(std::span<const Move> moves);

/// What stands on each cell in words, by its name; vacant cells are omitted.
[[nodiscard]] Json cells_json(const Position& position);

} // namespace agon::page
