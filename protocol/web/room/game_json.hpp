// A game as its page shows it.
#pragma once

#include "protocol/web/room/json.hpp"
#include "protocol/web/room/requests.hpp"

#include <string>

namespace agon::page {

class GameRoom;

/// What a window is sent after each change: board_json() of the position that it shows, and
///  - `ply`, `length`: the actions before that position, and of the game; `turned`: black's view.
///  - `variant`, `setup`, `names`, `people` (of white and black): who plays what.
///  - `turn`: the side that chooses next; `result`, empty while the game goes on; `ending`.
///  - `thinking`, `paused`, `hinting`, `redo`: the state, and what is possible.
///  - `notice`: the last fault, for the reader; `aim`: the aim of the game, in a sentence.
///  - `score`: "+0.31" from white's side; `share`: its part of the bar, the points that white
///    can expect, 0 to 1; `judge`: who reported it; `line`: the actions expected; `advice`: whether
///    it is a hint.
///  - `actions`: [side, action, score, depth, seconds] for each.
///  - `resigned`: the side that has resigned, if any.
///  - `first`: the text of the first position, if it is not that of the setup.
///  - `task`: if there is one, its `title`, `text`, `goal`, `lesson`, `lessons`; `state`: "open",
///    "done" or "missed"; `verdict`, a sentence on the action played.
///  - `review`: "none", "running", "stopped" or "done".
///  - `analysis`: on an analysis board `on`, `threat`, `lines` as Analyse; `searching`; `found`,
///    the [score, depth, line] of each line; `node`, the current one; `tree`, its words, each "(",
///    ")" or [node, number, side, action, comment]; `moves`, Variations::text(); while a position
///    is set up, `draft`: why it is not a legal position, or "".
[[nodiscard]] Json game_json(const GameRoom& room, const Look& look);

/// `game`, its name, and `title`, a line about it.
[[nodiscard]] Json game_title(const std::string& name, const GameRoom& room);

} // namespace agon::page
