// The option `-http` of a match and of `serve`.
#pragma once

#include "tools/match/web/server.hpp"

#include <string>

namespace agon::match {

/// Sets what one KEY=VALUE says: port=, address= or keep=. Throws program::UsageError.
void read_http(ServerSettings& settings, const std::string& key, const std::string& value);

} // namespace agon::match
