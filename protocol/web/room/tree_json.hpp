// A game with variations, as every page reads it.
#pragma once

#include "engine/game/game.hpp"
#include "engine/notation/variations.hpp"
#include "protocol/web/room/json.hpp"

namespace agon::page {

/// `tree` of the message `game` (protocol/web/README.md, An analysis board). The page counts turns
/// and draws figures itself.
[[nodiscard]] Json tree_json(const Variations& tree, const Game& start);

} // namespace agon::page
