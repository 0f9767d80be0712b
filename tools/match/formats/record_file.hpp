// A text file to which a match adds its games: PGN, EPD.
#pragma once

#include "engine/error.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace agon::match {

/// The match's games begin at byte `begin`. A resumed match adds all games of its journal again;
/// those that the file has already are only compared. Blocks on reading and writing. All methods
/// throw Error naming the file when it cannot be read or written.
class RecordFile {
public:
    /// The content of the file stays. If it is absent or empty `begin` is ignored. Throws Error
    /// when it is shorter than `begin`.
    RecordFile(const std::filesystem::path& file, std::uintmax_t begin);

    /// Compares, or writes and flushes. Throws Error when the file holds something else, and then
    /// leaves it as it is.
    void add(std::string_view text);

    /// No more games of the journal follow. Throws Error when the file holds more than was added.
    void resumed();

private:
    void write(std::string_view text);

    std::filesystem::path file_;
    std::ifstream before_; ///< games to compare with; closed at the end of the file
    std::ofstream out_;
};

/// Throws Error when `file` could not be written: it is a directory, its own directory is absent or
/// access to it is refused. Makes and changes nothing.
void require_writable(const std::filesystem::path& file);

/// Error that `file` cannot be written, with the operating system's reason as errno has it.
[[nodiscard]] Error cannot_write(const std::filesystem::path& file);

/// games/2026-11-21-101530.pgn by the local time, with a number behind it when there is one of that
/// name: for a game whose player names no file. The folder is made. Throws
/// std::filesystem::filesystem_error.
[[nodiscard]] std::filesystem::path new_game_file();

/// The file, or where there is one of its name, `stem-2.jsonl` and so on for `stem.jsonl`.
[[nodiscard]] std::filesystem::path unused(const std::filesystem::path& file);

/// Bytes of the file; 0 when it is absent.
[[nodiscard]] std::uintmax_t size_of(const std::filesystem::path& file);

} // namespace agon::match
