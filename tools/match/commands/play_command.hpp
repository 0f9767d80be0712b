// `agon-match play`: one game on the screen.
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// Blocks until the game is over, and adds it to a PGN file. Returns the exit status: 0 when it was
/// played, whoever won; 1 when an engine was at fault. Throws Error when the arguments are at
/// fault, an engine does not start, or the file cannot be written.
[[nodiscard]] int play_command(const std::vector<std::string>& args);

} // namespace agon::match
