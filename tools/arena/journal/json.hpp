// JSON from files.
#pragma once

#include "protocol/web/room/json.hpp"

#include <istream>

namespace agon::arena {

using page::Json;
using page::one_line;
using page::parse_json;

/// Reads to the end; blocks on reading.
[[nodiscard]] Json parse_json(std::istream& in);

} // namespace agon::arena
