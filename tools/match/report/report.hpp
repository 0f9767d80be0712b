// A match as one page to look at: what was played, what it brought, and every game on a board.
#pragma once

#include "tools/match/tournament/journals.hpp"

#include <string>

namespace agon::match {

/// An HTML document that needs nothing else, of about 35 bytes an action. Throws Error when there
/// is no game, or one of engines that the settings do not name.
[[nodiscard]] std::string report_page(const MatchHistory& match);

} // namespace agon::match
