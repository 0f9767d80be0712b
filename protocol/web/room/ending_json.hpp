// How a game ended, as a page words it.
#pragma once

#include "engine/game/outcome.hpp"
#include "protocol/record/game_session.hpp"
#include "protocol/web/room/json.hpp"

#include <string_view>

namespace agon::page {

/// "throne", "forfeit", "guards" and so on.
[[nodiscard]] std::string_view ending_key(Reason reason);

/// `key`, `winner` ("" for nobody), the fields of the key, and `text`, a sentence in English; null
/// while the game goes on.
[[nodiscard]] Json ending_json(const GameSession& game);

} // namespace agon::page
