// The journal of a match (arena.md, journal): a line of JSON that says what is played, then one
// for each finished game. tools/README.md lists the keys.
#pragma once

#include "tools/match/game/match_rules.hpp"
#include "tools/match/game/record.hpp"

#include <boost/interprocess/sync/file_lock.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace agon::match {

using Json = nlohmann::ordered_json;

/// The first line.
struct JournalHeader {
    Json settings;                ///< all that bears on the games: journal_settings.hpp
    std::string log;              ///< file that holds the engines' traffic; empty for none
    std::uintmax_t pgn_begin = 0; ///< bytes that stood in the PGN file before the match
    std::uintmax_t epd_begin = 0; ///< and in the EPD file
};

/// Whether the file has a whole first line, which JournalReader judges: else it is absent, or was
/// cut short by a kill. Throws Error when the part of a line that it holds begins no journal.
[[nodiscard]] bool has_begun(const std::filesystem::path& journal);

/// A game without the clocks' settings, which are the engines' in JournalHeader::settings.
[[nodiscard]] Json to_json(const GameRecord& record);

/// Reads a journal from its beginning, a line at a time. Blocks on reading.
class JournalReader {
public:
    /// Throws Error naming the file when it cannot be read or has no whole first line of ours.
    explicit JournalReader(const std::filesystem::path& file);

    [[nodiscard]] const JournalHeader& header() const { return header_; }
    /// Of the match, from the header alone: rules files may be gone.
    [[nodiscard]] const MatchRules& rules() const { return rules_; }

    /// The next game, without the clocks' settings; nothing at the end, or where the last line was
    /// cut short. Throws Error with file and line when a line is not a game of these rules.
    [[nodiscard]] std::optional<GameRecord> next();

    /// Bytes of the lines read so far; what follows the last game is a line cut short.
    [[nodiscard]] std::uintmax_t size() const { return size_; }

private:
    [[nodiscard]] std::optional<Json> next_line();

    std::filesystem::path file_;
    std::ifstream in_;
    JournalHeader header_;
    MatchRules rules_;
    std::uintmax_t size_ = 0;
    int line_ = 0;
};

/// Adds to a journal, every line flushed to the operating system before add() returns.
class JournalWriter {
public:
    /// Begins a journal anew; what the file held is lost. Throws Error when it cannot be written
    /// or, after a second's wait, another match still writes it.
    JournalWriter(const std::filesystem::path& file, const JournalHeader& header);
    /// Goes on with one that has been read; what follows `size` bytes is cut off. Throws the same.
    JournalWriter(const std::filesystem::path& file, std::uintmax_t size);

    /// Throws Error when it cannot be written.
    void add(const GameRecord& record);

private:
    void write(const Json& line);

    std::filesystem::path file_;
    std::ofstream out_;
    boost::interprocess::file_lock lock_;
};

} // namespace agon::match
