// The settings of an SPRT on a command line, in fastchess's spelling (arena.md, SPRT).
#pragma once

#include "tools/arena/stats/sprt.hpp"

#include <string>
#include <vector>

namespace agon::arena {

/// Reads words KEY=VALUE; `what` is the option before them, as typed. Throws program::UsageError,
/// also for hypotheses without a valid test.
[[nodiscard]] SprtSettings read_sprt(const std::string& what,
                                     const std::vector<std::string>& words);

} // namespace agon::arena
