// `agon-match play`: one game on the screen.
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// Blocks until the game is over, and adds it to a PGN file. SIGINT, SIGTERM and SIGHUP break the
/// game off: what was played is then added with the result `*`, and nothing where nothing was
/// played. Returns the exit status: 0 when it was played, whoever won; 1 when an engine was at
/// fault; 130 when it was broken off. Throws Error when the arguments are at fault, an engine does
/// not start, or the file cannot be written.
[[nodiscard]] int play_command(const std::vector<std::string>& args);

} // namespace agon::match
