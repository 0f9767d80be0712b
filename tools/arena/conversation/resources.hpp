// What the operating system allows this program: processors, open files, addresses.
#pragma once

#include <cstddef>
#include <vector>

namespace agon::platform {

/// Numbers of processors, as the operating system counts them, from 0.
using Cores = std::vector<int>;
/// The processors that this program may run on. One of each core comes first, then the other
/// hyper-threads.
[[nodiscard]] Cores own_cores();

/// Whether a server may bind an address that another has just released. On Windows the same setting
/// would also allow an address in use.
extern const bool REUSES_ADDRESS;

/// How many files this program may have open.
[[nodiscard]] std::size_t most_open_files() noexcept;
/// Raises the limit of open files to the hard limit; processes started later get the original one.
/// Call it once, at the start.
void raise_open_files_limit() noexcept;
/// For a child, between fork and exec: the limit that this program was started with.
void restore_open_files_limit() noexcept;

} // namespace agon::platform
