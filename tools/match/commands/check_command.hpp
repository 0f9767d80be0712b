// `agon-match check`: the conduct table against any engine (arena.md, conformance).
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// Runs the command line after `check` and returns the exit status: 0 when nothing failed, 1 when
/// a check did, 2 without a command line. Blocks until all checks are done. Throws Error when what
/// is asked for makes no sense or the engine cannot be started.
int check_command(const std::vector<std::string>& words);

} // namespace agon::match
