// Figures of a game, for a study that compares rule sets.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"

#include <nlohmann/json.hpp>

namespace agon::arena {

/// The figures of a finished game, without the actions of its opening.
///  - `game`, `opening` (the encounter, from 0), `white`, `black`, `result`, `termination`, and
///    `ending`: ending_of();
///  - `actions`; `branching`: legal actions at each, on average; `relocations`, exchanges among
///    them; `captures`: pieces captured or removed;
///  - `leads`: how often the lead changed sides. A side leads by the margin on which the last
///    scores of both engines agree; less than a pawn is no lead;
///  - `behind`: the greatest lead, in centipawns, of the side that lost; null in a draw. A
///    mate is 10000;
///  - `seconds` from its beginning to its end, and `nodes` of all its searches.
[[nodiscard]] nlohmann::ordered_json figures_json(const GameRecord& record,
                                                  const MatchRules& rules);

} // namespace agon::arena
