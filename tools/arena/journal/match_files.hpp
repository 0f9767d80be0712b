// The files of a match, of a game that a person plays, and of one that is watched.
#pragma once

#include "engine/record/game_file.hpp"
#include "engine/record/record_file.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/settings.hpp"

#include <filesystem>
#include <functional>
#include <span>

namespace agon::match {

// The files of a game that a person plays, or that is watched in a browser.

/// A PGN file and a journal of the same name, each with the game as it stands. There are none while
/// nothing has been played. Beside a PGN in `games`, the journal gets a number if its name is
/// taken; beside a PGN that the user names, there is then no journal. Blocks on reading and
/// writing.
class GameKeeper {
public:
    /// As GameFile(): `file` is the PGN. The journal lists `settings`, with the rules, the schedule
    /// and the names of the game.
    GameKeeper(std::filesystem::path file, MatchSettings settings)
        : named_(!file.empty()), settings_(std::move(settings)), pgn_(std::move(file)) {}

    /// Writes the game as it stands. Throws a std::exception when it cannot.
    void keep(const GameRecord& record, const MatchRules& rules) {
        keep(record, rules, {record.first, true, {}});
    }
    void keep(const GameRecord& record, const MatchRules& rules, const Opening& opening);
    /// The next keep() begins another game.
    void begin_next();
    /// The files; empty while there are none.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return pgn_.kept_in(); }
    [[nodiscard]] std::filesystem::path journal() const {
        return journal_ ? journal_->path() : std::filesystem::path();
    }

private:
    bool named_;
    MatchSettings settings_;
    GameFile pgn_;
    std::optional<KeptText> journal_; ///< of this game
    bool taken_ = false;              ///< its name was, by another file
};

// The files to which a match writes its games: the journal, and PGN and EPD made from it.

/// Each file is locked before it is read. A game goes into the journal first. After a kill or a
/// power cut at any instant the journal holds what the other files need to catch up. Blocks on
/// reading and writing.
class MatchFiles {
public:
    /// `settings` must outlive this. Makes no directory. Throws Error when a file cannot be read or
    /// written, the journal has other settings, or another process writes one of the files.
    MatchFiles(const MatchSettings& settings, std::span<const Opening> openings);

    /// Whether there is a journal to resume. To be called before resume().
    [[nodiscard]] bool resuming() const { return earlier_.has_value(); }

    /// Visits the games of the journal in its order and completes the other files. Throws Error,
    /// also for a game that is in the journal twice.
    void resume(const std::function<void(const GameRecord&)>& each);
    /// All games of the journal are accepted: what the other files have beyond it is moved away. To
    /// be called after resume(), before add(). Throws Error.
    void resumed();

    /// The game is on the disk, in the journal, before another file has it. Throws Error naming the
    /// file that cannot be written.
    void add(const GameRecord& record);

private:
    void write(const GameRecord& record);

    const MatchSettings& settings_;
    std::optional<RecordFile> locked_; ///< the journal, before journal_ has it
    std::optional<JournalReader> earlier_;
    std::optional<JournalWriter> journal_;
    std::optional<DerivedFile> pgn_;
    std::optional<DerivedFile> epd_;
};

} // namespace agon::match
