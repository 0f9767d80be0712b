// The program `agon` as a function: its protocols and its commands (protocols.md section 4).
#pragma once

#include "protocol/cli/values.hpp"

namespace agon::protocol {

/// For program::run_main(). Blocks until done.
[[nodiscard]] int run_command_line(const program::Words& args);

} // namespace agon::protocol
