// What shows that the machine or the program was stopped for a while.
#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>

namespace agon::platform {

/// The time since boot, including the time the machine was suspended.
[[nodiscard]] std::chrono::nanoseconds time_since_boot();
/// How often SIGCONT has continued this program since the first call; 0 on systems without it.
[[nodiscard]] std::size_t continuations();

} // namespace agon::platform
