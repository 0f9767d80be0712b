// What a game was like, as numbers: for a study that compares rule sets.
#pragma once

#include "tools/match/game/match_rules.hpp"
#include "tools/match/game/record.hpp"

#include <nlohmann/json.hpp>

namespace agon::match {

/// The figures of a finished game; actions of its opening count for none of them.
///  - `game`, `opening` (the encounter, from 0), `white`, `black`, `result`, `termination`, and
///    `ending`: ending_of();
///  - `actions`; `branching`: legal actions at each, on average; `relocations`, exchanges among
///    them; `captures`: pieces captured or removed;
///  - `leads`: how often the lead changed sides. A side leads by what both engines, in the last
///    scores that they gave, agree on; less than a pawn is no lead;
///  - `behind`: the greatest lead, in centipawns, of the side that lost; null where nobody did. A
///    mate is 10000;
///  - `seconds` from its beginning to its end, and `nodes` of all its searches.
[[nodiscard]] nlohmann::ordered_json figures_json(const GameRecord& record,
                                                  const MatchRules& rules);

} // namespace agon::match
