// Files to which records are added at the end, and the file that keeps a game while it is played.
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

// Files to which records are added at the end: journals, PGN, EPD, games for training.

/// A file that one process at a time adds to: it is opened and locked, then read, then written. The
/// lock is let go with this object, however the process ends. Devices and pipes are neither locked
/// nor cut.
class RecordFile {
public:
    /// Opens the file, which is made when it is absent, and locks it without waiting. Throws Error
    /// that names the file, when it cannot be written or another process writes it; the process is
    /// named if it is known. On a file system without locks prints a warning to standard error.
    explicit RecordFile(const std::filesystem::path& file);
    RecordFile(RecordFile&& other) noexcept;
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;
    ~RecordFile();

    [[nodiscard]] const std::filesystem::path& path() const { return file_; }
    /// In bytes.
    [[nodiscard]] std::uintmax_t size() const;

    /// Keeps the first `size` bytes. Throws Error.
    void cut(std::uintmax_t size);
    /// Hands `text` to the operating system as a whole. Throws Error when it cannot; then the file
    /// is as before.
    void append(std::string_view text);
    /// Blocks until a power cut would lose nothing of what was appended. Throws Error.
    void sync();

private:
    void lock();

    std::filesystem::path file_;
    int descriptor_ = -1;
    bool regular_ = false; ///< no device, no pipe
    bool made_ = false;    ///< and its folder not yet synced
};

/// A file of texts that are made from the games of a journal. A resumed match adds all games of its
/// journal again; those that the file has already are only compared. What it has beyond the journal
/// is moved to another file, which a warning on standard error names. Blocks on reading and
/// writing. All methods throw Error naming the file when it cannot be read or written.
class DerivedFile {
public:
    /// As RecordFile(). The content of the file stays.
    explicit DerivedFile(const std::filesystem::path& file) : file_(file) {}

    [[nodiscard]] std::uintmax_t size() const { return file_.size(); }

    /// The match's games begin at byte `begin`; ignored when the file is empty. To be called before
    /// add() or not at all. Throws Error when the file is shorter.
    void resume(std::uintmax_t begin);
    /// Compares, or writes. Throws Error when the file holds something else, and then leaves it as
    /// it is.
    void add(std::string_view text);
    /// No more games of the journal follow.
    void resumed();

private:
    /// Moves what follows the games added so far to a file of its own.
    void set_aside();

    RecordFile file_;
    std::ifstream before_;     ///< games to compare with; closed at the end of the file
    std::uintmax_t added_ = 0; ///< bytes of the file that are known to be right, while before_
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

// The file that keeps a game while it is played.

/// The file is written anew after each action, so that a game is kept however the program ends.
/// There is never an empty file: while nothing but an opening was played there is none. Blocks on
/// writing.
class GameFile {
public:
    /// Games are added to `file`; when that is empty each gets a new file in the folder `games`.
    /// Throws Error when `file`, or a file in the folder, cannot be written.
    explicit GameFile(std::filesystem::path file);

    /// Writes the game as it stands, in the place of what it was before. Throws Error.
    void keep(const GameRecord& record, const MatchRules& rules);
    /// The next keep() begins another game.
    void begin_next();
    /// Where the game is; empty while there is none.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return kept_in_; }

private:
    std::filesystem::path file_; ///< empty: a new file for each game
    std::filesystem::path kept_in_;
    std::string earlier_games_; ///< of the file, before this one
};

/// Writes one game to a file that does not exist yet. Throws Error.
void save_game(const std::filesystem::path& file, const GameRecord& record,
               const MatchRules& rules);

} // namespace agon
