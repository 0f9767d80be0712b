// How a game ended, as a page words it.
#pragma once

#include "protocol/record/game_session.hpp"
#include "protocol/web/room/json.hpp"

namespace agon::page {

/// `key`, `winner` ("" for nobody), the fields of the key, and `text`, a sentence in English; null
/// while the game goes on.
[[nodiscard]] Json ending_json(const GameSession& game);

} // namespace agon::page
