// The files in which a match keeps its games: the journal and, made from it, PGN and EPD.
#pragma once

#include "tools/match/formats/journal.hpp"
#include "tools/match/formats/record_file.hpp"
#include "tools/match/tournament/settings.hpp"

#include <functional>
#include <span>

namespace agon::match {

/// A game is in the journal first: killed at any instant, a match finds there all that it needs to
/// bring the other files up to date. Blocks on reading and writing.
class MatchFiles {
public:
    /// `settings` must outlive this. Throws Error when a file cannot be read or written, when the
    /// journal was made with other settings, or when another match is writing it.
    MatchFiles(const MatchSettings& settings, std::span<const Opening> openings);

    /// Whether there is a journal to go on from; before resume().
    [[nodiscard]] bool resuming() const { return earlier_.has_value(); }

    /// Tells the games that the journal holds from an earlier run, in its order, and completes the
    /// other files. To be called once, before add(). Throws Error.
    void resume(const std::function<void(const GameRecord&)>& each);

    /// Throws Error naming the file that cannot be written.
    void add(const GameRecord& record);

private:
    void write(const GameRecord& record);

    const MatchSettings& settings_;
    std::optional<JournalReader> earlier_;
    std::optional<JournalWriter> journal_;
    std::optional<RecordFile> pgn_;
    std::optional<RecordFile> epd_;
};

} // namespace agon::match
