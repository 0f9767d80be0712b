// A match of many games, several at a time.
#pragma once

#include "tools/arena/journal/settings.hpp"
#include "tools/arena/match/engine_pool.hpp"

#include <iosfwd>

namespace agon::match {

/// Plays a match, after the games that its journal holds. Blocks until the match is over, the SPRT
/// is decided, or a signal to end arrives. Writes to `out` the lines of arena.md, Standard
/// output, and to `err` warnings and the fault that ended the match. Returns the exit status: 0
/// when the match was played, 1 when an engine's fault ended it, 130 when a signal did. Throws
/// Error when the schedule or the openings are faulty, the journal is that of another match, a file
/// cannot be written, or an engine does not start. `watcher` is told what happens.
[[nodiscard]] int run_match(const MatchSettings& settings, std::ostream& out, std::ostream& err,
                            MatchWatcher& watcher);

} // namespace agon::match
