// The journals of one match, of which each may hold a part.
#pragma once

#include "engine/record/pgn_records.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/schedule/shard.hpp"

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

// Games from files of other formats as a match, and back.

/// The games as a match of their players, in their order and with new numbers. Two games of one
/// round from one position with colours swapped are an encounter; when there is nothing but such
/// pairs the match is one of pairs. Throws Error when there is no game, or games of other rules
/// than the first.
[[nodiscard]] MatchHistory match_of(std::vector<RecordedGame> games);

/// The games of a match with the time controls of its engines; its other settings are left out.
/// Throws Error for faulty settings.
[[nodiscard]] std::vector<RecordedGame> games_of(const MatchHistory& match);

} // namespace agon::match
