// The option `-http` of a match and of `serve`.
#pragma once

#include "tools/arena/web/server.hpp"

#include <string>

namespace agon::arena {

/// Applies one KEY=VALUE: port=, address= or keep=. Throws program::UsageError.
void read_http(ServerSettings& settings, const std::string& key, const std::string& value);

} // namespace agon::arena
