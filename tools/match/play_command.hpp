// `agon-match play`: one game on the screen.
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// Blocks until the game is over. Returns the exit status: 0 when it was played, whoever won; 1
/// when an engine did not start or was at fault. Throws Error when the arguments are at fault.
[[nodiscard]] int play_command(const std::vector<std::string>& args);

} // namespace agon::match
