// A game record with the other data that its file holds.
#pragma once

#include "engine/notation/variations.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"

#include <set>
#include <string>
#include <vector>

namespace agon {

struct RecordedGame {
    GameRecord record;
    MatchRules rules;
    PgnOptions tags;
    std::set<std::string> left_out{}; ///< file content that was not read, in words: "tag ECO"
    /// The scores of a review, white's view, by the number of actions before; those that are
    /// missing have no kind. Empty where the file has none.
    std::vector<Evaluation> reviewed{};
    Variations tree{}; ///< where variations are read: all actions, with all comments
};

} // namespace agon
