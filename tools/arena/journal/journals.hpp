// The journals of one match; each may hold a part of it.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/output_file.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/schedule/shard.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace agon::arena {

struct MatchHistory {
    Json settings; ///< `shard` is absent, or lists those held if some are missing
    MatchRules rules;
    std::map<int, GameRecord> games;     ///< by number
    std::vector<Shard> missing{};        ///< shards of the match that no journal holds
    std::vector<std::uintmax_t> sizes{}; ///< of the journals' whole lines, in bytes
};

/// Forfeited: only forfeited turns. A table of results needs no other actions, which take ten times
/// its memory.
enum class KeptActions : std::uint8_t { All, Forfeited };

/// Blocks on reading. Throws Error if a file is not a journal, belongs to another match or to
/// another division into shards, or if a game occurs twice. Precondition: `files` is not empty.
[[nodiscard]] MatchHistory read_journals(const std::vector<std::string>& files,
                                         KeptActions kept = KeptActions::All);

/// Appends one journal of the games in `files`, a line at a time. Precondition: `read` is the
/// result of read_journals() for them. Throws Error if a file cannot be read.
void join_journals(const std::vector<std::string>& files, const MatchHistory& read,
                   const Append& append);

} // namespace agon::arena
