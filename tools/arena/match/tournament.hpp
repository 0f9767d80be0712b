// A match of many games, several at a time.
#pragma once

#include "tools/arena/journal/settings.hpp"
#include "tools/arena/match/match_watcher.hpp"

#include <iosfwd>

namespace agon::arena {

/// Plays a match, after the games that its journal holds. Blocks until the match is over, the SPRT
/// is decided, or a termination signal arrives. Writes to `out` the lines of arena.md, Standard
/// output, and to `err` warnings and the error that ended the match. Returns the exit status: 0
/// if the match was played, 1 if an engine's fault ended it, 130 if a signal did. Throws
/// Error if the schedule or the openings are faulty, the journal belongs to another match, a file
/// cannot be written, or an engine does not start. `watcher` is notified of every event.
[[nodiscard]] int run_match(const MatchSettings& settings, std::ostream& out, std::ostream& err,
                            MatchWatcher& watcher);

} // namespace agon::arena
