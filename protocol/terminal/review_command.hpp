// `agon review`.
#pragma once

#include "protocol/cli/values.hpp"

namespace agon::protocol {

/// As program::Command::run. Blocks until done.
[[nodiscard]] int review(const program::Words& args);

} // namespace agon::protocol
