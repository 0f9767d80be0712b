// A game and its board as their page shows them. The page knows no rules.
#pragma once

#include "engine/game/game.hpp"
#include "tools/arena/web/game_room.hpp"
#include "tools/arena/web/request.hpp"

#include <nlohmann/json.hpp>
#include <span>
#include <string>

namespace agon::match {

// A position as the page of a game shows it. The page knows no rules: what can be done is said
// here.

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

// A game as its page shows it.

/// What a window is sent after each change: board_json() of the position that it looks at, and
///  - `ply`, `length`: the actions before that position, and of the game; `turned`: black's view.
///  - `variant`, `setup`, `names`, `people` (of white and black): who plays what.
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
