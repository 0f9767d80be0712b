// A position as the page of a game shows it. The page knows no rules: what can be done is said
// here.
#pragma once

#include "engine/game.hpp"

#include <nlohmann/json.hpp>

#include <span>

namespace agon::match {

/// Of the last position of `game`:
///  - `svg`: the picture (svg_diagram()); `turned` and `plan` as there.
///  - `cells`: what stands on a cell in words, by its name; vacant ones are left out.
///  - `says`: sentences about the last action, and about whose turn it is or how the game ended.
///  - `position`: its text.
///  - `legal`: the actions' texts, where `acts` and the game is not over.
[[nodiscard]] nlohmann::ordered_json board_json(const Game& game, bool turned,
                                                std::span<const Move> plan, bool acts);

/// `game` as it was after its first `ply` actions, at most as many as it has.
[[nodiscard]] Game game_at(Game game, std::size_t ply);

} // namespace agon::match
