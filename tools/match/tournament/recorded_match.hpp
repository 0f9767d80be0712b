// Games from files of other formats as a match, and back.
#pragma once

#include "tools/match/formats/recorded_game.hpp"
#include "tools/match/tournament/journals.hpp"

#include <vector>

namespace agon::match {

/// The games as a match of their players, in their order and with new numbers. Two games of one
/// round from one position with colours swapped are an encounter; when there is nothing but such
/// pairs the match is one of pairs. Throws Error when there is no game, or games of other rules
/// than the first.
[[nodiscard]] MatchHistory match_of(std::vector<RecordedGame> games);

/// The games of a match with the time controls of its engines; its other settings are left out.
/// Throws Error for faulty settings.
[[nodiscard]] std::vector<RecordedGame> games_of(const MatchHistory& match);

} // namespace agon::match
