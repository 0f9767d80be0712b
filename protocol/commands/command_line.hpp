// The program `agon` as a function.
#pragma once

#include "protocol/program/values.hpp"

namespace agon::protocol {

/// For program::run_main(). Blocks until done.
[[nodiscard]] int run_command_line(const program::Words& args);

} // namespace agon::protocol
