// What `agon COMMAND` does (protocols.md section 4).
#pragma once

#include "protocol/program/program.hpp"

namespace agon::protocol {

/// Each command prints to standard output and blocks until done.
[[nodiscard]] std::span<const program::Command> subcommands();

} // namespace agon::protocol
