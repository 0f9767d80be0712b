// The files to which a match writes its games: the journal, and PGN and EPD made from it.
#pragma once

#include "tools/match/formats/journal.hpp"
#include "tools/match/formats/record_file.hpp"
#include "tools/match/tournament/settings.hpp"

#include <functional>
#include <span>

namespace agon::match {

/// Each file is locked before it is read. A game goes into the journal first. A match that was
/// killed at any instant, by a power cut too, finds there what it needs to bring the other files up
/// to date. Blocks on reading and writing.
class MatchFiles {
public:
    /// `settings` must outlive this. Makes no directory. Throws Error when a file cannot be read or
    /// written, the journal has other settings, or another process writes one of the files.
    MatchFiles(const MatchSettings& settings, std::span<const Opening> openings);

    /// Whether there is a journal to resume. To be called before resume().
    [[nodiscard]] bool resuming() const { return earlier_.has_value(); }

    /// Visits the games of the journal in its order and completes the other files. Throws Error,
    /// also where a game stands in the journal twice.
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
