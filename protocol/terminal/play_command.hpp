// `agon play`.
#pragma once

#include "protocol/cli/values.hpp"

namespace agon::protocol {

/// As program::Command::run. Blocks until the person leaves.
[[nodiscard]] int play(const program::Words& args);

} // namespace agon::protocol
