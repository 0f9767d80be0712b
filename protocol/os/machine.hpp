// How much of the machine this program can use: processors and memory.
#pragma once

#include <cstddef>
#include <filesystem>

namespace agon::platform {

/// How many processors this program can keep busy: those that it is allowed to run on, and at most
/// the CPU quotas of its control groups (version 1 or 2), rounded down: a program that uses more
/// is throttled. At least 1. `root` is where Linux has /proc and /sys.
[[nodiscard]] unsigned usable_processors(const std::filesystem::path& root = u8"/");

/// The machine's memory in MB: the upper limit for a hash table.
[[nodiscard]] std::size_t physical_memory_mb();
/// The memory in MB that this program can get now without swapping, within the limits of its
/// control groups (version 1 or 2). `root` as above.
[[nodiscard]] std::size_t available_memory_mb(const std::filesystem::path& root = u8"/");
/// A hint for memory that is accessed at random.
void prefer_huge_pages(void* memory, std::size_t size) noexcept;

} // namespace agon::platform
