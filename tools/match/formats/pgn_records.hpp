// Whole records of games from PGN, as to_pgn() writes them.
#pragma once

#include "tools/match/formats/recorded_game.hpp"

#include <istream>
#include <vector>

namespace agon::match {

/// The games in their order, numbered from 1, each an encounter of its own. What the tags and
/// comments of to_pgn() say is read; of other comments the last is the reason of the result. Throws
/// Error "LINE: why" when a game is no PGN or not of its rules. Blocks on reading.
[[nodiscard]] std::vector<RecordedGame> read_pgn(std::istream& in, const FindRules& find_rules);

} // namespace agon::match
