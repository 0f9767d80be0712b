// Games in the text of another format, and what that format loses.
#pragma once

#include "protocol/record/pgn_records.hpp"
#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/foreign/sgf.hpp"

#include <set>
#include <string>
#include <vector>

namespace agon::arena {

/// The text of a file of `format` with these games; `moves` matters only for SGF. Throws Error for
/// an unfinished game in the format AbstractPlay. Precondition: `format` is not Journal.
[[nodiscard]] std::string text_of(const std::vector<RecordedGame>& games, GameFormat format,
                                  SgfMoves moves);

/// What these games lose in the format, in words. Found by reading back what would be
/// written. Throws as text_of(), or as match_of() for Journal.
[[nodiscard]] std::set<std::string> losses(const std::vector<RecordedGame>& games,
                                           GameFormat format, SgfMoves moves);

} // namespace agon::arena
