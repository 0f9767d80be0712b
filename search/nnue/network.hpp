// The weights of a network and the numbers that they stand for. README.md describes it.
#pragma once

#include "search/nnue/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace agon::search::nnue {

inline constexpr std::size_t HIDDEN = 128; ///< units of each of the two accumulators

// Fixed point: the integers that stand for 1, and the bounds.
inline constexpr int ACTIVATION_ONE = 255; ///< in the accumulators, which are clipped to 0..255
inline constexpr int WEIGHT_ONE = 64;      ///< in the weights of the output
inline constexpr int MAX_WEIGHT = 127;     ///< so that clipped value * weight fits 16 bits
inline constexpr int SCORE_ONE = 250;      ///< score units of an output of 1, which is a logit
inline constexpr int MAX_VALUE = 32'000;   ///< bound of a value, either sign
inline constexpr int THREAT_STEP = 4;      ///< weights of threat_row() are -127 to 127 times this

/// Two accumulators of HIDDEN units, one as each side sees the board, with the same weights. An
/// output is linear in the squares of the clipped units, the chooser's first.
struct Network {
    using Row = std::array<std::int16_t, HIDDEN>;
    using Output = std::array<std::array<Row, 2>, BUCKET_COUNT>; ///< chooser's, the other's
    using OutputBias =
        std::array<std::int32_t, BUCKET_COUNT>; ///< in units of 1 / (ACTIVATION_ONE * WEIGHT_ONE)

    /// An output that estimates how drawish a position is: half_won_at().
    struct Draws {
        alignas(64) Output output;
        OutputBias bias;

        friend bool operator==(const Draws&, const Draws&) = default;
    };

    alignas(64) std::array<Row, ROW_COUNT> rows;
    alignas(64) Row bias;
    alignas(64) Output output;
    OutputBias output_bias;
    std::optional<Draws> draws;      ///< none in files up to version 2, and in some later ones
    std::vector<RuleSet> trained_on; ///< not empty
};

inline constexpr double SHARPNESS = 4; ///< of soft_positive()

/// Smooth, and nearly x from 1 on and nearly 0 from -1 down: the output `draws` after this is
/// half_won_at() in parts of SCORE_ONE.
[[nodiscard]] inline double soft_positive(double x) {
    return std::max(x, 0.0) + std::log1p(std::exp(-SHARPNESS * std::abs(x))) / SHARPNESS;
}

} // namespace agon::search::nnue
