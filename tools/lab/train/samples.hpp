// Training positions, taken from recorded games.
#pragma once

#include "search/nnue/features.hpp"
#include "tools/lab/train/game_file.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace agon::train {

inline constexpr std::size_t MAX_PIECES = 2 * (GUARDS_A_SIDE + 1);
inline constexpr std::uint16_t THREATENED = 1U << 15U; ///< in Sample::pieces

/// A position as the network sees it, from its chooser's side.
struct Sample {
    /// plane << 7 | cell index, as the chooser sees; and THREATENED.
    std::array<std::uint16_t, MAX_PIECES> pieces;
    std::uint8_t piece_count;
    std::array<std::uint8_t, 2> reserve; ///< the chooser's, the other's
    std::uint8_t bucket;
    std::uint8_t rules; ///< index into Samples::rules
    std::int8_t result; ///< 1 if the chooser won, 0 for a draw, -1
    std::int16_t score; ///< of the search, from the chooser
    float target;       ///< the share of the points that the chooser gets, 0 to 1
};

struct SampleSettings {
    double score_share = 0.3;          ///< of the score in the target; the rest is the result's
    std::vector<std::string> variants; ///< games of these presets only; empty for all
    bool by_number = false; ///< hold out the games of earlier versions, for their checkpoints
};

struct Samples {
    std::vector<RuleSet> rules;
    std::vector<std::size_t> games; ///< by rule set
    /// The second of each twenty games of a rule set is held out. (Earlier versions held out those
    /// whose number is a multiple of 20, in which some rule sets never were.)
    std::vector<Sample> learned, held_out;

    /// A hash of the positions and targets that are learned.
    [[nodiscard]] std::uint64_t digest() const;
};

/// Reads whole files. Skips positions whose best action captures, since quiescence searches
/// captures. Throws Error that names a bad file and the offset, and uses no file then. Blocks.
[[nodiscard]] Samples read_samples(const std::vector<std::string>& files,
                                   const SampleSettings& settings);

} // namespace agon::train
