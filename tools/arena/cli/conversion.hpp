// Files of games in any format, read and written.
#pragma once

#include "tools/arena/foreign/sgf.hpp"
#include "tools/arena/journal/journals.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace agon::match {

// Files of games in any format, by name or by content.

enum class GameFormat : std::uint8_t { Pgn, Journal, Sgf, AbstractPlay };

/// "pgn", "journal", "sgf", "abstractplay", in the order of the enumerators.
[[nodiscard]] const std::vector<std::string>& format_names();
/// Precondition: one of format_names().
[[nodiscard]] GameFormat find_format(const std::string& name);
/// By the ending .pgn, .jsonl, .sgf or .json; nothing for others.
[[nodiscard]] std::optional<GameFormat> format_of(const std::string& file);

/// By the ending, else by the first byte. Throws Error when it cannot read that byte.
[[nodiscard]] bool is_journal(const std::string& file);

/// The rules for a file that does not name its own.
struct DefaultRules {
    std::string variant = "classic";
    std::string setup = "preset";
    std::string variant_path; ///< rules file, or empty
};

/// Blocks on reading. Throws Error naming file and line, or game. A file without a known ending is
/// read as a journal when it begins like one, else as PGN.
[[nodiscard]] std::vector<RecordedGame> read_games(const std::vector<std::string>& files,
                                                   std::optional<GameFormat> format,
                                                   const DefaultRules& rules);

/// The same as one match. It keeps the settings when all files are journals (read_journals()).
[[nodiscard]] MatchHistory read_match(const std::vector<std::string>& files,
                                      const DefaultRules& rules);

// Games in the text of another format, and what that format loses.

/// The text of a file of `format` with these games; `moves` is for SGF alone. Throws Error for an
/// unfinished game in the format AbstractPlay. Precondition: `format` is not Journal.
[[nodiscard]] std::string text_of(const std::vector<RecordedGame>& games, GameFormat format,
                                  SgfMoves moves);

/// What the format has no place for of these games, in words. Found by reading back what would be
/// written. Throws as text_of(), or as match_of() for Journal.
[[nodiscard]] std::set<std::string> losses(const std::vector<RecordedGame>& games,
                                           GameFormat format, SgfMoves moves);

} // namespace agon::match
