// Openings from files of positions (EPD) or games (PGN) (arena.md, Openings).
#pragma once

#include "engine/game/position.hpp"
#include "engine/record/match_rules.hpp"
#include "engine/record/output_file.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

// Files of positions, a line each (EPD).

/// Reads a position text of six fields, or four fields with the operations `hmvc N;` (the clock, 0
/// unless given) and `fmvn N;` (the number, 1 unless given). Other operations are skipped; an
/// operand in double quotes may have semicolons in it. Throws Error.
[[nodiscard]] Position parse_epd(const RuleSet& rules, std::string_view line);

/// Four fields, `hmvc N;` and `fmvn N;`.
[[nodiscard]] std::string to_epd(const Position& position);

/// The positions of a regular file of at most 256 MiB. Empty lines and lines that begin with `#`
/// are skipped. `check` may throw Error too. Throws Error "FILE:LINE: fault", or without a line
/// when the file cannot be read or has no position. Blocks on reading.
[[nodiscard]] std::vector<Position> read_epd(
    const RuleSet& rules, const std::filesystem::path& file,
    const std::function<void(const Position&)>& check = [](const Position&) {});

/// A file to which positions may be appended.
extern const FileKind EPD_KIND;

// The openings of a match, from files of positions (EPD) or games (PGN) (arena.md, Openings).

struct Opening {
    Position first;
    bool start_is_setup = false; ///< `first` is the setup
    std::vector<Move> moves;     ///< legal from `first` on; the game is not over after them
};

struct OpeningSettings {
    enum class Format : std::uint8_t { Epd, Pgn };
    std::filesystem::path file; ///< empty: the setup is the only opening
    Format format = Format::Epd;
    bool random = false;   ///< shuffled by `seed`
    int plies = 0;         ///< actions taken from a game; 0 for all
    std::size_t start = 1; ///< the first to be played, from 1, counted after the shuffle and modulo
                           ///< their number; those before it come last
    std::uint64_t seed = 0;
};

/// The openings in the order of play; never empty. Blocks on reading. Throws Error with file and
/// line when an opening is illegal or its game is over, and Error when the file has none.
/// Precondition: settings.start >= 1.
///
/// EPD: as read_epd() has it. PGN: the tags FEN and Variant are obeyed, and Variant must be
/// the match's; actions beyond `plies` are not read.
[[nodiscard]] std::vector<Opening> load_openings(const OpeningSettings& settings,
                                                 const MatchRules& rules);

/// Where `settings.start` is beyond the `count` openings: a warning that says with which one the
/// match begins. A server that hands out a match in parts counts on beyond the end.
[[nodiscard]] std::optional<std::string> start_warning(const OpeningSettings& settings,
                                                       std::size_t count);

} // namespace agon
