// A match of many games, several at a time.
#pragma once

#include "tools/match/tournament/settings.hpp"

#include <iosfwd>

namespace agon::match {

/// A match whose journal holds games goes on after them. Blocks until the match is over, the SPRT
/// decided, or SIGINT or SIGTERM has come. `out` gets the lines of arena.md, Standard output;
/// `err` warnings, and what fault ended the match. Returns the exit status: 0 when it was played, 1
/// when an engine's fault ended it, 130 when a signal did. Throws Error when the schedule or the
/// openings are at fault, the journal is that of another match, a file cannot be written or an
/// engine does not start.
[[nodiscard]] int run_match(const MatchSettings& settings, std::ostream& out, std::ostream& err);

} // namespace agon::match
