// Openings of a match, from files of positions (EPD) or games (PGN).
#pragma once

#include "tools/match/game/match_rules.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace agon::match {

struct Opening {
    Position first;
    bool start_is_setup = false; ///< `first` is the setup's
    std::vector<Move> moves;     ///< legal, from `first` on; what they lead to is not over
};

struct OpeningSettings {
    enum class Format : std::uint8_t { Epd, Pgn };
    std::filesystem::path file; ///< empty for none: the setup is the one opening
    Format format = Format::Epd;
    bool random = false;   ///< shuffled by `seed` before `start` counts
    int plies = 0;         ///< actions taken from a game; 0 for all
    std::size_t start = 1; ///< the first to be played, from 1, modulo their number; what is before
                           ///< it comes last
    std::uint64_t seed = 0;
};

/// In the order in which they are to be played; never empty. Blocks on reading. Throws Error with
/// file and line when one is illegal or its game is over, or when there is none.
///
/// EPD: a position a line, of six fields or of four with the operations `hmvc` (the clock, else 0)
/// and `fmvn` (the number, else 1); other operations, empty lines and lines that begin with `#`
/// are passed over. PGN: the tags FEN and Variant are heeded, and Variant must be that of the
/// match; actions beyond `plies` are not looked at.
[[nodiscard]] std::vector<Opening> load_openings(const OpeningSettings& settings,
                                                 const MatchRules& rules);

} // namespace agon::match
