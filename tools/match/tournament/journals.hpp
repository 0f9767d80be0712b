// The journals of one match, of which each may hold a part.
#pragma once

#include "tools/match/formats/journal.hpp"
#include "tools/match/schedule/shard.hpp"

#include <map>
#include <string>
#include <vector>

namespace agon::match {

struct MatchHistory {
    Json settings; ///< `shard` is absent, or the list of those held where some are missing
    MatchRules rules;
    std::map<int, GameRecord> games; ///< by number
    std::vector<Shard> missing{};    ///< shards of the match that no journal holds
};

/// Blocks on reading. Throws Error when a file is not a journal, is that of another match or of
/// another division into shards, or has a game that another has too. Precondition: there is a file.
[[nodiscard]] MatchHistory read_journals(const std::vector<std::string>& files);

} // namespace agon::match
