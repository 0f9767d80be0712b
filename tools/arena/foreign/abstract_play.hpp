// Games as the game records of Abstract Play, by its JSON schema `gamerecord/1-0-0` (repository
// AbstractPlay/recranks).
//
// `moves` is a list of rounds. A round has an entry for white and one for black, or null for a side
// that does not act in it. A side that acts twice in a row begins a new round: a turn may have
// several actions, and the other side may choose. An entry is an action, or an object with the
// action and, as its result, what the engine reported about it (comment_text()).
#pragma once

#include "protocol/record/pgn_records.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/wall_time.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace agon::arena {

/// One record, with `generated` as the time at which it was made. `termination`, `reason` and
/// `timeControls` are further properties of the header, which the schema allows. Throws Error for
/// an unfinished game, since a player must have a result.
[[nodiscard]] nlohmann::ordered_json to_abstract_play(const RecordedGame& game, WallTime generated);

/// The games of one record or of a list of them, numbered from 1. Throws Error naming the game if
/// it is not a record, or breaks its rules.
[[nodiscard]] std::vector<RecordedGame> from_abstract_play(const nlohmann::ordered_json& json,
                                                           const FindRules& find_rules);

} // namespace agon::arena
