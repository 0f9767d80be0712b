// Files of games in any format, by name or by content.
#pragma once

#include "protocol/record/pgn_records.hpp"
#include "tools/arena/journal/journals.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agon::arena {

enum class GameFormat : std::uint8_t { Pgn, Journal, Sgf, AbstractPlay };

/// "pgn", "journal", "sgf", "abstractplay", in the order of the enumerators.
[[nodiscard]] const std::vector<std::string>& format_names();
/// Precondition: one of format_names().
[[nodiscard]] GameFormat find_format(const std::string& name);
/// By the extension .pgn, .jsonl, .sgf or .json; nullopt for others.
[[nodiscard]] std::optional<GameFormat> format_of(const std::string& file);

/// By the extension, otherwise by the first byte. Throws Error if it cannot read that byte.
[[nodiscard]] bool is_journal(const std::string& file);

/// The rules for a file that does not name its own.
struct DefaultRules {
    std::string variant = "classic";
    std::string setup = "preset";
    std::string variant_path; ///< rules file, or empty
};

/// Blocks on reading. Throws Error naming file and line, or game. A file without a known extension
/// is read as a journal if it begins like one, otherwise as PGN.
[[nodiscard]] std::vector<RecordedGame> read_games(const std::vector<std::string>& files,
                                                   std::optional<GameFormat> format,
                                                   const DefaultRules& rules);

/// The same as one match. It keeps the settings if all files are journals (read_journals()).
[[nodiscard]] MatchHistory read_match(const std::vector<std::string>& files,
                                      const DefaultRules& rules);

} // namespace agon::arena
