// `agon-match replay`: a look at one action of a game in a journal.
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// `args` are those after `replay`. Prints to standard output; returns the program's status.
/// Blocks until the engine has answered. Throws Error when there is no such game or action, or the
/// engine fails.
int replay_command(const std::vector<std::string>& args);

} // namespace agon::match
