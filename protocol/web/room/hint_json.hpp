// A hint, and in a word why.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/record/game_session.hpp"
#include "protocol/web/room/json.hpp"

namespace agon::page {

/// `action`, `key`, `cells` and `line` (protocol/web/README.md, The game) of a hint in the last
/// position of `game`; null without an action.
[[nodiscard]] Json hint_json(const Game& game, const Advice& hint);

} // namespace agon::page
