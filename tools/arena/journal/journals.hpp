// The journals of one match; each may hold a part of it.
#pragma once

#include "engine/record/pgn_records.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/schedule/shard.hpp"

#include <map>
#include <string>
#include <vector>

namespace agon::match {

struct MatchHistory {
    Json settings; ///< `shard` is absent, or lists those held when some are missing
    MatchRules rules;
    std::map<int, GameRecord> games;     ///< by number
    std::vector<Shard> missing{};        ///< shards of the match that no journal holds
    std::vector<std::uintmax_t> sizes{}; ///< of the journals' whole lines, in bytes
};

/// Forfeited: a table of results needs no other actions, which take ten times its memory.
enum class KeptActions : std::uint8_t { All, Forfeited };

/// Blocks on reading. Throws Error when a file is not a journal, belongs to another match or to
/// another division into shards, or when a game is there twice. Precondition: there is a file.
[[nodiscard]] MatchHistory read_journals(const std::vector<std::string>& files,
                                         KeptActions kept = KeptActions::All);

/// One journal of the games in `files`. Precondition: `read` is what read_journals() made of them.
/// Throws Error when a file cannot be read.
[[nodiscard]] std::string joined_journals(const std::vector<std::string>& files,
                                          const MatchHistory& read);

// Games from files of other formats as a match, and back.

/// The games as a match of their players, in their order and with new numbers. If all of them form
/// pairs, of one round and from one position with colours swapped, each pair is an encounter;
/// otherwise each game is. A player may meet itself, and be the only one. Throws Error when there
/// is no game, or when the rules of a game are not those of the first.
[[nodiscard]] MatchHistory match_of(std::vector<RecordedGame> games);

/// The games of a match with the time controls of its engines; its other settings are left out.
/// Throws Error for faulty settings.
[[nodiscard]] std::vector<RecordedGame> games_of(const MatchHistory& match);

} // namespace agon::match
