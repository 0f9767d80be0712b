// What differs between operating systems and their libraries: the program and its streams, numbers,
// memory, signals, files.
#pragma once

#include <charconv>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace agon::platform {

// The program and its standard streams.

/// Call it first in main(). Returns the words after the program's name, in UTF-8. A standard stream
/// that is closed becomes the null device: input ends at once, and output vanishes instead of going
/// into the first file that is opened. On Windows it also makes text files and streams end lines as
/// they are written, with LF, and has the console show UTF-8 and colours.
[[nodiscard]] std::vector<std::string> begin(int argc, const char* const* argv);
/// The file of this program.
[[nodiscard]] std::filesystem::path executable();
/// What the names of programs end in: ".exe" or nothing.
extern const std::string_view PROGRAM_SUFFIX;
/// The file of a program, whose suffix may be left out.
[[nodiscard]] std::filesystem::path program_file(std::filesystem::path name);

enum class Stream { Input, Output, Errors };
[[nodiscard]] bool is_terminal(Stream stream);
/// Of the terminal on standard output; 0 where there is none or it does not say.
[[nodiscard]] std::size_t terminal_columns();
/// A reader that has gone is then an error of writing, not a signal.
void ignore_broken_pipes();

// Numbers.

/// std::from_chars(), which in libc++ reads whole numbers only.
[[nodiscard]] std::from_chars_result read_number(const char* first, const char* last,
                                                 double& value);
[[nodiscard]] std::from_chars_result read_number(const char* first, const char* last,
                                                 std::integral auto& value) {
    return std::from_chars(first, last, value);
}

// Processors and time.

/// How many processors this program can keep busy: those that it may run on, and no more than the
/// CPU quotas of its control groups (version 1 or 2) pay for, rounded down: a program that computes
/// on more is stopped again and again. At least 1. `root` is where Linux has /proc and /sys.
[[nodiscard]] unsigned usable_processors(const std::filesystem::path& root = "/");
/// Since the machine was started, with the time in which it was suspended.
[[nodiscard]] std::chrono::nanoseconds time_since_boot();
/// How many times a signal has continued this program (SIGCONT) since the first call; 0 where there
/// is no such signal.
[[nodiscard]] std::size_t continuations();

// Memory.

/// The machine's memory in MB: the largest table that may be asked for.
[[nodiscard]] std::size_t physical_memory_mb();
/// The memory in MB that this program can get now without swapping, within the limits of its
/// control groups (version 1 or 2). `root` as above.
[[nodiscard]] std::size_t available_memory_mb(const std::filesystem::path& root = "/");
/// A hint: every access will be in another page.
void prefer_huge_pages(void* memory, std::size_t size) noexcept;

// Signals that end a program in good order.

/// SIGINT, SIGTERM, and SIGHUP unless the program was started to ignore it, as by nohup; on Windows
/// SIGBREAK instead of SIGHUP.
[[nodiscard]] std::vector<int> ending_signals();

/// While it lives, these signals do not end the program but are remembered, unless it ignores them.
/// One at a time.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] static bool asked();
};

// Files that are written, by number. What fails sets errno.

/// Made if it is not there. -1 on failure.
[[nodiscard]] int open_to_append(const std::filesystem::path& file, bool readable);
/// The same, readable, for a file that must not exist yet.
[[nodiscard]] int open_new(const std::filesystem::path& file);
/// Whether opening `file` now would open the same file, which may have been renamed or removed.
[[nodiscard]] bool leads_to(const std::filesystem::path& file, int opened);
/// The same for a file, a FIFO or a device that is written without waiting for its reader.
[[nodiscard]] int open_log(const std::filesystem::path& file);
/// How many bytes it took; negative on failure.
[[nodiscard]] std::ptrdiff_t write_some(int file, std::string_view text);
/// The same, over what the file has from byte `offset` on. No other thread writes the file.
[[nodiscard]] std::ptrdiff_t write_some_at(int file, std::string_view text, std::uintmax_t offset);
[[nodiscard]] std::uintmax_t size_of(int file);
[[nodiscard]] bool truncate(int file, std::uintmax_t size);
/// Blocks until what was written would survive a power cut.
[[nodiscard]] bool sync(int file);
/// The same for the names in a folder, as far as the system allows.
void sync_folder(const std::filesystem::path& folder);
void close(int file);

enum class Lock { Held, Taken, Impossible };
/// Of the open file, until it is closed; without waiting.
[[nodiscard]] Lock lock(int file);
/// "process 123 (agon-match)", of the one that holds the lock, as far as the system tells.
[[nodiscard]] std::string lock_holder(int file);

/// Whether a file may be written, or files be made in a folder.
[[nodiscard]] bool may_write(const std::filesystem::path& path);

} // namespace agon::platform
