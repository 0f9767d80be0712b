// The processors of this machine, to pin engines to. Linux.
#pragma once

#include <string_view>
#include <vector>

namespace agon::match {

/// Numbers of processors, as the operating system counts them, from 0.
using Cores = std::vector<int>;

/// Reads a list as taskset does: "0,2,4-7". Throws Error naming the fault, or a processor that
/// this program may not run on.
[[nodiscard]] Cores parse_cores(std::string_view text);

/// Those that this program may run on. One processor of each core comes first, then the other
/// hyper-threads.
[[nodiscard]] Cores own_cores();

/// Pins the calling thread, and what it starts from now on, to these. May be called between fork
/// and exec. Does nothing without cores, nor when the operating system refuses.
void pin_to(const Cores& cores) noexcept;

} // namespace agon::match
