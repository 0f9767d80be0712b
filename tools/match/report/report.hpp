// A match as one HTML page: settings, standings, curves, and every game on a board.
#pragma once

#include "tools/match/tournament/journals.hpp"

#include <string>

namespace agon::match {

/// What the page shows; its script makes the tables and curves from it.
///  - `title`, `settings` (those of the journal), and of headline_of() `date`, `result` and
///  `verdict`.
///  - `ranks`, the best engine first: an engine's name, ratings as text, games as
///    [lost, drawn, won], in all and `bySide`, pairs of games by points 0 to 2, faults by kind.
///  - `games`: page_json() of each, with its `ending`.
///  - `elo`: for one of two engines, or for each of more, points [games, value, half the 95 %
///    interval], after some 400 of the games. `ratio`: sprt_line(); `llr`: points [games, value],
///    and `bounds`, the lower and the upper one.
///  - `rounds`: rounds_json().
/// Throws Error when there is no game, or one of engines that the settings do not name.
[[nodiscard]] Json report_json(const MatchHistory& match);

/// An HTML document that needs nothing else, of about 35 bytes an action. Throws as report_json().
[[nodiscard]] std::string report_page(const MatchHistory& match);

} // namespace agon::match
