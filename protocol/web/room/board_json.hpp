// Parts of the messages about a game.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace agon::page {

/// `game` as it was after its first `ply` actions; after all of them if it has fewer.
[[nodiscard]] Game game_at(Game game, std::size_t ply);

/// Sentences about the last action, and about whose turn it is or how the game ended.
[[nodiscard]] std::string says(const Game& game);

/// The texts of the actions.
[[nodiscard]] Json texts_json(std::span<const Move> moves);

} // namespace agon::page
