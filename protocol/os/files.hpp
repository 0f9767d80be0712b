// Files by descriptor: opening, writing, locking. Failures set errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace agon::platform {

/// Whether a file that is written lasts: WebAssembly only has files in memory.
#ifdef __EMSCRIPTEN__
inline constexpr bool HAS_FILES = false;
#else
inline constexpr bool HAS_FILES = true;
#endif

/// Creates the file if it is absent. Returns -1 on failure.
[[nodiscard]] int open_to_append(const std::filesystem::path& file, bool readable);
/// The same, readable, for a file that must not exist.
[[nodiscard]] int open_new(const std::filesystem::path& file);
/// Whether opening `file` now would open the same file, which may have been renamed or removed.
[[nodiscard]] bool leads_to(const std::filesystem::path& file, int opened);
/// The same for a file, a FIFO or a device that is written without waiting for its reader.
[[nodiscard]] int open_log(const std::filesystem::path& file);
/// Returns the number of bytes written; negative on failure.
[[nodiscard]] std::ptrdiff_t write_some(int file, std::string_view text);
/// The same, overwriting the file from byte `offset`. No other thread may write the file.
[[nodiscard]] std::ptrdiff_t write_some_at(int file, std::string_view text, std::uintmax_t offset);
[[nodiscard]] std::uintmax_t size_of(int file);
[[nodiscard]] bool truncate(int file, std::uintmax_t size);
/// Blocks until what was written would survive a power cut.
[[nodiscard]] bool sync(int file);
/// The same for the names in a folder, as far as the system allows.
void sync_folder(const std::filesystem::path& folder);
void close(int file);

enum class Lock { Held, Taken, Impossible };
/// Locks the open file until it is closed; does not wait.
[[nodiscard]] Lock lock(int file);
/// "process 123 (agon-match)", the process that holds the lock, as far as the system reports it.
[[nodiscard]] std::string lock_holder(int file);

/// Whether a file can be written, or files can be created in a folder.
[[nodiscard]] bool may_write(const std::filesystem::path& path);

} // namespace agon::platform
