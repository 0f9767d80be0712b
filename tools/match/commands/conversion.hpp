// Games in the text of another format, and what that cannot say.
#pragma once

#include "tools/match/commands/game_files.hpp"

#include <set>

namespace agon::match {

/// The games as a file of `format` has them; `moves` is for SGF alone. Throws Error for an
/// unfinished game in the format AbstractPlay. Precondition: `format` is not Journal.
[[nodiscard]] std::string text_of(const std::vector<RecordedGame>& games, GameFormat format,
                                  SgfMoves moves);

/// What the games have and the format has no place for, in words. Found by reading again what would
/// be written. Throws as text_of(), or as match_of() for Journal.
[[nodiscard]] std::set<std::string> losses(const std::vector<RecordedGame>& games,
                                           GameFormat format, SgfMoves moves);

} // namespace agon::match
