// Games from files of other formats as a match, and back.
#pragma once

#include "protocol/record/pgn_records.hpp"
#include "tools/arena/journal/journals.hpp"

#include <vector>

namespace agon::arena {

/// The games as a match of their players, in their order and with new numbers. If all of them form
/// pairs, of one round and from one position with colours swapped, each pair is an encounter;
/// otherwise each game is. A player can meet itself, and can be the only one. Throws Error if there
/// is no game, or if the rules of a game differ from those of the first.
[[nodiscard]] MatchHistory match_of(std::vector<RecordedGame> games);

/// The games of a match with the time controls of its engines; its other settings are omitted.
/// Throws Error for invalid settings.
[[nodiscard]] std::vector<RecordedGame> games_of(const MatchHistory& match);

} // namespace agon::arena
