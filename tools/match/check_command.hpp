// `agon-match check`: the conduct table against any engine (arena.md, conformance).
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// Runs the command line after `check` and returns the exit status: 0 when nothing failed. Blocks
/// until all checks are done. Throws Error when what is asked for makes no sense.
int check_command(const std::vector<std::string>& words);

} // namespace agon::match
