// Reads the PGN that to_pgn() writes.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/recorded_game.hpp"

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace agon {

/// Returns the rules for the variant and setup that a game's file names. A missing name means the
/// reader's default. Throws Error when a name is unknown.
using FindRules = std::function<MatchRules(const std::optional<std::string>& variant,
                                           const std::optional<std::string>& setup)>;

// Reads the PGN that to_pgn() writes.

/// The games in file order, numbered from 1; each is its own encounter. Reads the tags and comments
/// of to_pgn(). The last of any other comments is the reason for the result. Throws Error
/// "LINE: why" when a game is not PGN or breaks its rules. Blocks on reading.
[[nodiscard]] std::vector<RecordedGame> read_pgn(std::istream& in, const FindRules& find_rules,
                                                 bool variations = false);

} // namespace agon
