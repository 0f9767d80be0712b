// Files that records are appended to, and the file that saves a game during play.
#pragma once

#include "engine/error.hpp"
#include "engine/record/match_rules.hpp"
#include "engine/record/record.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace agon {

// Files that records are appended to: journals, PGN, EPD, training games.

/// A file that one process at a time appends to. It is opened and locked, then read, then written.
/// The lock is released with this object, however the process ends. Devices and pipes are neither
/// locked nor truncated.
class RecordFile {
public:
    /// Opens or creates the file and locks it without waiting. Throws Error when it cannot be
    /// written or another process is writing it. The Error names the file, and the process if
    /// known. Prints a warning to standard error on a file system without locks.
    explicit RecordFile(const std::filesystem::path& file);
    RecordFile(RecordFile&& other) noexcept;
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;
    ~RecordFile();

    [[nodiscard]] const std::filesystem::path& path() const { return file_; }
    /// In bytes.
    [[nodiscard]] std::uintmax_t size() const;

    /// Truncates the file to its first `size` bytes. Throws Error.
    void cut(std::uintmax_t size);
    /// Passes all of `text` to the operating system. On failure, restores the file and throws
    /// Error.
    void append(std::string_view text);
    /// Blocks until everything appended would survive a power cut. Throws Error.
    void sync();

private:
    void lock();

    std::filesystem::path file_;
    int descriptor_ = -1;
    bool regular_ = false; ///< neither a device nor a pipe
    bool made_ = false;    ///< created here, and its folder not yet synced
};

/// A file of texts derived from the games of a journal. A resumed match adds all games of its
/// journal again; games already in the file are only compared. Content beyond the journal is moved
/// to another file, which a warning on standard error names. Blocks on reading and writing. All
/// methods throw Error naming the file when it cannot be read or written.
class DerivedFile {
public:
    /// As RecordFile(). Keeps the file's content.
    explicit DerivedFile(const std::filesystem::path& file) : file_(file) {}

    [[nodiscard]] std::uintmax_t size() const { return file_.size(); }

    /// The match's games begin at byte `begin`; ignored when the file is empty. Call it before
    /// add() or not at all. Throws Error when the file is shorter.
    void resume(std::uintmax_t begin);
    /// Compares `text` with the file, or appends it. If the file holds other games, throws Error
    /// and leaves the file unchanged.
    void add(std::string_view text);
    /// Call it after the last game of the journal.
    void resumed();

private:
    /// Moves everything after the games added so far to a new file.
    void set_aside();

    RecordFile file_;
    std::ifstream before_;     ///< games to compare with; closed at the end of the file
    std::uintmax_t added_ = 0; ///< bytes of the file verified so far, while before_ is open
};

/// Throws Error when `file` cannot be written: it is a directory, its own directory is missing, or
/// access is denied. Creates and changes nothing.
void require_writable(const std::filesystem::path& file);

/// An Error that `file` cannot be written, with the operating system's reason from errno.
[[nodiscard]] Error cannot_write(const std::filesystem::path& file);

/// Replaces the file by `text`. Blocks on writing. Throws Error.
void write_file(const std::filesystem::path& file, std::string_view text);

/// A file for a game whose player names none: games/2026-11-21-101530.pgn, from the local time.
/// Appends a number if the name is taken. Creates the folder. Throws
/// std::filesystem::filesystem_error.
[[nodiscard]] std::filesystem::path new_game_file();

/// `file` if it does not exist; otherwise `stem-2.jsonl` and so on for `stem.jsonl`.
[[nodiscard]] std::filesystem::path unused(const std::filesystem::path& file);

// The file that saves a game during play.

/// Rewrites the file after each action, so that the game survives however the program ends. Never
/// leaves an empty file: a game with only opening actions is not written. Blocks on writing.
class GameFile {
public:
    /// Appends games to `file`. If that path is empty, each game gets a new file in the folder
    /// `games`. Throws Error when `file`, or a file in the folder, cannot be written.
    explicit GameFile(std::filesystem::path file);

    /// Writes the current game over its previous version. Throws Error.
    void keep(const GameRecord& record, const MatchRules& rules);
    /// The next keep() starts a new game.
    void begin_next();
    /// The file of the current game; empty while it is not written.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return kept_in_; }

private:
    std::filesystem::path file_; ///< empty: a new file for each game
    std::filesystem::path kept_in_;
    std::string earlier_games_; ///< the text of the file before this game
};

/// Writes one game to a file that does not exist yet. Throws Error.
void save_game(const std::filesystem::path& file, const GameRecord& record,
               const MatchRules& rules);

} // namespace agon
