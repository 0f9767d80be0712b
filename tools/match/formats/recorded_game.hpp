// A game with what a file of games says beside its record.
#pragma once

#include "tools/match/formats/pgn.hpp"
#include "tools/match/game/match_rules.hpp"
#include "tools/match/game/record.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>

namespace agon::match {

struct RecordedGame {
    GameRecord record;
    MatchRules rules;
    PgnOptions tags;
    std::set<std::string> left_out{}; ///< what the file has besides, in words: "tag ECO"
};

/// The rules of a game: of the variant and the setup that its file names, else of the defaults of
/// who reads. Throws Error when there are none of these names.
using FindRules = std::function<MatchRules(const std::optional<std::string>& variant,
                                           const std::optional<std::string>& setup)>;

} // namespace agon::match
