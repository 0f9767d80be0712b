// The games of a match as the page of a report reads them: it knows no rules, only what changes.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "tools/arena/conversation/game_clock.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace agon::arena {

/// One action and its effect: the action's text, then what differs from its plain meaning.
///
/// Plainly, two cells move a piece, which is then not captured; one cell puts a guard of the side
/// whose turn it is there, from its reserve; the clock of rules.md section 8 goes up; the turn
/// passes; and the side whose turn it is has chosen. After that follow, in this order:
///  - `:` with a cell and what stands there instead, `.`, `G`, `Q`, `g` or `q`, with `*` when it
///    is captured, as ":c3g*", for each such cell;
///  - `!` when the clock is 0, `=` when the turn has not passed, `~` when the other side chose.
[[nodiscard]] std::string change_text(const Position& before, Move move, const Position& after,
                                      Side chooser);

/// Number, round, names, result and reason, first position, clocks and actions, for the page's
/// script. `clocks` are those of the beginning. An action is its change_text() and, if there are
/// any, score from white's side, depth, seconds, nodes, selective depth and seconds left on the
/// clock, each after a comma; or "book". `forfeited` has the reasons for forfeited turns, by ply.
[[nodiscard]] nlohmann::ordered_json page_json(const GameRecord& record, const MatchRules& rules,
                                               PerSide<GameClock> clocks);

} // namespace agon::arena
