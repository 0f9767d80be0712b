// The games of a match as the page of a report reads them: it knows no rules, what each action did.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "tools/arena/conversation/game_clock.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace agon::arena {

/// Number, round, names, result and reason, first position, clocks and actions, for the page's
/// viewer. `clocks` are those of the beginning. An action is written with its marks
/// (protocol/web/README.md, One encoding of a game) and, if there are any, score from white's side,
/// depth, seconds, nodes, selective depth and seconds left on the clock, each after a comma; or
/// "book". `forfeited` has the reasons for forfeited turns, by ply.
[[nodiscard]] nlohmann::ordered_json page_json(const GameRecord& record, const MatchRules& rules,
                                               PerSide<GameClock> clocks);

} // namespace agon::arena
