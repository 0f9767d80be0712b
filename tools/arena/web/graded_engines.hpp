// Which engines play at levels.
#pragma once

#include "tools/arena/conversation/engine_config.hpp"

#include <set>
#include <string>
#include <vector>

namespace agon::arena {

/// The option for it, from 1 to page::MAX_LEVEL.
inline constexpr const char* LEVEL = "Level";

/// The names of those that list the option. It starts each engine, and blocks until all have
/// listed their options or failed, at most for the longest `start_limit` and a second.
[[nodiscard]] std::set<std::string> graded_engines(const std::vector<EngineConfig>& engines);

} // namespace agon::arena
