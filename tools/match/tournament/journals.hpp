// The journals of one match, of which each may hold a part.
#pragma once

#include "tools/match/formats/journal.hpp"

#include <map>
#include <string>
#include <vector>

namespace agon::match {

struct MatchHistory {
    Json settings; ///< without the shard
    MatchRules rules;
    std::map<int, GameRecord> games; ///< by number
};

/// Blocks on reading. Throws Error when a file is not a journal, is that of another match, or has
/// a game that another has too. Precondition: there is a file.
[[nodiscard]] MatchHistory read_journals(const std::vector<std::string>& files);

} // namespace agon::match
