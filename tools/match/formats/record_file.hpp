// A text file that a match adds its games to: PGN, EPD.
#pragma once

#include "engine/error.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace agon::match {

/// What a match adds stands from `begin` on. A match that is resumed adds all its games again from
/// its journal, and what stands in the file already is only compared. Blocks on reading and
/// writing. All methods throw Error naming the file when it cannot be read or written.
class RecordFile {
public:
    /// The file may be absent or empty; then `begin` is of no matter. What it held stays. Throws
    /// Error when it is shorter than `begin`.
    RecordFile(const std::filesystem::path& file, std::uintmax_t begin);

    /// Compares or writes and flushes. Throws Error when the file holds something else, and has
    /// then been left as it is.
    void add(std::string_view text);

    /// Ends the comparing: throws Error when the file holds more than has been added.
    void resumed();

private:
    void write(std::string_view text);

    std::filesystem::path file_;
    std::ifstream before_; ///< what is compared; closed once the file's end is reached
    std::ofstream out_;
};

/// Throws Error when `file` could not be written: it is a directory, its own directory is absent or
/// access to it is refused. Makes and changes nothing.
void require_writable(const std::filesystem::path& file);

/// Error that `file` cannot be written, with the operating system's reason as errno has it.
[[nodiscard]] Error cannot_write(const std::filesystem::path& file);

/// Bytes of the file; 0 when it is absent.
[[nodiscard]] std::uintmax_t size_of(const std::filesystem::path& file);

} // namespace agon::match
