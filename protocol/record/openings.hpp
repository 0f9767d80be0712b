// The openings of a match, from files of positions (EPD) or games (PGN) (arena.md, Openings).
#pragma once

#include "engine/game/position.hpp"
#include "protocol/record/match_rules.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace agon {

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
/// EPD: as in read_epd(). PGN: the tags FEN and Variant are read, and Variant must be
/// the match's; actions beyond `plies` are not read.
[[nodiscard]] std::vector<Opening> load_openings(const OpeningSettings& settings,
                                                 const MatchRules& rules);

/// Where `settings.start` is beyond the `count` openings: a warning that says with which one the
/// match begins. A server that hands out a match in parts keeps counting beyond the end.
[[nodiscard]] std::optional<std::string> start_warning(const OpeningSettings& settings,
                                                       std::size_t count);

} // namespace agon
