// Lists of processors, as taskset writes them.
#pragma once

#include "tools/arena/conversation/resources.hpp"

#include <string_view>

namespace agon::arena {

using platform::Cores;

/// Reads a list as taskset does: "0,2,4-7". Throws Error naming the fault, or a processor that
/// this program cannot run on.
[[nodiscard]] Cores parse_cores(std::string_view text);

} // namespace agon::arena
