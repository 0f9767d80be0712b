// The settings of an SPRT on a command line, in fastchess's spelling (arena.md, SPRT).
#pragma once

#include "tools/match/stats/sprt.hpp"

#include <string>
#include <vector>

namespace agon::match {

/// Reads words KEY=VALUE; `what` is the option before them, as typed. Throws program::UsageError,
/// also where the hypotheses make no test.
[[nodiscard]] SprtSettings read_sprt(const std::string& what,
                                     const std::vector<std::string>& words);

} // namespace agon::match
