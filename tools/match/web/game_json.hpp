// A game as its page shows it.
#pragma once

#include "tools/match/web/game_room.hpp"
#include "tools/match/web/request.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace agon::match {

/// What a window is sent after each change: board_json() of the position that it looks at, and
///  - `ply`, `length`: the actions before that position, and of the game; `turned`: black's view.
///  - `variant`, `setup`, `names`, `persons` (of white and black): who plays what.
///  - `turn`: the side that chooses next; `result`, empty while the game goes on; `ending`.
///  - `thinking`, `paused`, `hinting`, `redo`: what goes on and what can be done.
///  - `notice`: the last fault, for the reader.
///  - `score`: "+0.31" from white's side; `share`: its part of 0 to 1 of the bar; `judge`: who said
///    so; `line`: the actions expected; `advice`: whether it is a hint.
///  - `actions`: [side, action, score, depth, seconds] for each.
[[nodiscard]] nlohmann::ordered_json game_json(const GameRoom& room, const Look& look);

/// `game`, its name, and `title`, a line about it.
[[nodiscard]] nlohmann::ordered_json game_title(const std::string& name, const GameRoom& room);

} // namespace agon::match
