// A match as one HTML page: settings, standings, curves, and every game on a board.
#pragma once

#include "tools/arena/journal/journals.hpp"
#include "tools/arena/journal/json.hpp"

#include <string>

namespace agon::arena {

/// What the page shows; its modules make the tables and curves from it.
///  - `title`, `settings` (those of the journal); `date`, `result`, `verdict` of headline_of(),
///    and `said`: the key and the values of the last two.
///  - `curve`: curve_json().
///  - `ranks`, the best engine first: an engine's name, ratings as text, for more than two
///    engines `rating` as [Elo, half the 95 % interval] unless it has not played, games as
///    [lost, drawn, won], in all and `bySide`, pairs of games by points 0 to 2, faults by kind.
///  - `games`: page_json() of each, with its `ending`.
///  - `elo`: for one of two engines, or for each of more, points [games, value, half the 95 %
///    interval], after some 400 of the games. `llr`: points [games, value], and
///    `bounds`, the lower and the upper one. `ratio`: what sprt_line() says: `llr`, the two `elo`,
///    and the games `left`, null if it says none.
///  - `rounds`: rounds_json().
/// Throws Error if there is no game, or one that does not follow from the settings.
[[nodiscard]] Json report_json(const MatchHistory& match);

/// A self-contained HTML document, of about 35 bytes an action and 160 KB. Throws as report_json().
[[nodiscard]] std::string report_page(const MatchHistory& match);

} // namespace agon::arena
