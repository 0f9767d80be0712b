// The program `agon` as a function.
#pragma once

namespace agon::protocol {

/// Does what the arguments say and returns the exit status: 0, 1 for a failure, 2 for wrong use;
/// one line on standard error tells why. Blocks until done.
[[nodiscard]] int run_command_line(int argc, const char* const* argv);

} // namespace agon::protocol
