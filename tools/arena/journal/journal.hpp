// The journal of a match: a line of JSON with the settings, then one for each finished game.
// arena.md, Journal, lists the keys.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/journal/json_lines.hpp"

namespace agon::arena {

/// The first line.
struct JournalHeader {
    Json settings;                ///< what the games depend on: journal_settings.hpp
    std::string log;              ///< the log file; or empty
    std::uintmax_t pgn_begin = 0; ///< size of the PGN file before the match
    std::uintmax_t epd_begin = 0; ///< size of the EPD file before the match
};

/// Whether the file has a complete first line, for JournalReader to read. False if the file is
/// absent or a kill has cut its first line short. Throws Error if a first line cut short is not
/// that of a journal.
[[nodiscard]] bool has_begun(const std::filesystem::path& journal);

/// A game without the time controls, which are in JournalHeader::settings.
[[nodiscard]] Json to_json(const GameRecord& record);

/// Reads a journal from its beginning, a line at a time. Blocks on reading.
class JournalReader {
public:
    /// Throws Error naming the file if it cannot be read or is not a journal.
    explicit JournalReader(const std::filesystem::path& file);

    [[nodiscard]] const JournalHeader& header() const { return header_; }
    /// The rules of the match, from the header only: a rules file may no longer exist.
    [[nodiscard]] const MatchRules& rules() const { return rules_; }

    /// The next game without its time controls; nullopt at the end, and if the last line was cut
    /// short. Throws Error with file and line if a line is not a game of these rules.
    [[nodiscard]] std::optional<GameRecord> next();

    /// An Error about the last line that was read, with file and line.
    [[nodiscard]] Error fault(const std::string& what) const { return lines_.fault(what); }
    /// Bytes of the lines read so far. Only a line cut short can follow the last game.
    [[nodiscard]] std::uintmax_t size() const { return lines_.size(); }

private:
    JsonLinesReader lines_;
    JournalHeader header_;
    MatchRules rules_;
};

/// The lines of a journal, with their line feeds.
[[nodiscard]] std::string journal_line(const JournalHeader& header);
[[nodiscard]] std::string journal_line(const GameRecord& record);

/// Writes a journal. Every line is handed to the operating system before add() returns.
class JournalWriter {
public:
    /// Begins a new journal; the content of the file is lost. Throws Error if it cannot be
    /// written.
    JournalWriter(RecordFile file, const JournalHeader& header);
    JournalWriter(const std::filesystem::path& file, const JournalHeader& header)
        : JournalWriter(RecordFile(file), header) {}
    /// Continues a journal after its first `size` bytes; the rest is cut off. Throws the same.
    JournalWriter(RecordFile file, std::uintmax_t size) : lines_(std::move(file), size) {}

    /// Throws Error if it cannot be written.
    void add(const GameRecord& record);
    /// As RecordFile::sync().
    void sync() { lines_.sync(); }

private:
    JsonLinesWriter lines_;
};

} // namespace agon::arena
