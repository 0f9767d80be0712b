// The files to which a match writes its games: the journal, and PGN and EPD made from it.
#pragma once

#include "protocol/record/derived_file.hpp"
#include "protocol/record/game_file.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/record_file.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/settings.hpp"

#include <functional>
#include <optional>
#include <span>

namespace agon::arena {

/// Each file is locked before it is read. A game goes into the journal first. After a kill or a
/// power cut at any instant the journal holds what the other files need to catch up. Blocks on
/// reading and writing.
class MatchFiles {
public:
    /// `settings` must outlive this. Does not create directories. Throws Error if a file cannot be
    /// read or written, the journal has other settings, or another process writes one of the files.
    MatchFiles(const MatchSettings& settings, std::span<const Opening> openings);

    /// Whether there is a journal to resume. Call it before resume().
    [[nodiscard]] bool resuming() const { return earlier_.has_value(); }

    /// Visits the games of the journal in its order and completes the other files. Throws Error,
    /// also for a game that is in the journal twice.
    void resume(const std::function<void(const GameRecord&)>& each);
    /// All games of the journal are accepted: moves away what the other files have beyond it. Call
    /// it after resume() and before add(). Throws Error.
    void resumed();

    /// Writes the game to the disk in the journal, before any other file has it. Throws Error
    /// naming the file that cannot be written.
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

} // namespace agon::arena
