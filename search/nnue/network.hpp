// The weights of a network, the file that holds them, and the networks in the executable. README.md
// describes the first two.
#pragma once

#include "engine/error.hpp"
#include "search/nnue/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::search::nnue {

inline constexpr std::size_t HIDDEN = 128; ///< units of each of the two accumulators

// Integers stand for these parts of 1.
inline constexpr int ACTIVATION_ONE = 255; ///< in the accumulators, which are clipped to 0..255
inline constexpr int WEIGHT_ONE = 64;      ///< in the weights of the output
inline constexpr int MOST_WEIGHT = 127;    ///< so that clipped value * weight fits 16 bits
inline constexpr int SCORE_ONE = 250;      ///< score units of an output of 1, which is a logit
inline constexpr int MOST_VALUE = 32'000;  ///< bound of a value, either sign
inline constexpr int THREAT_STEP = 4;      ///< weights of threat_row() are -127 to 127 of these

/// Two accumulators of HIDDEN units, one as each side sees the board, with the same weights. An
/// output is linear in the squares of the clipped units, the chooser's first.
struct Network {
    using Row = std::array<std::int16_t, HIDDEN>;
    using Output = std::array<std::array<Row, 2>, BUCKET_COUNT>; ///< chooser's, the other's
    using OutputBias =
        std::array<std::int32_t, BUCKET_COUNT>; ///< 1 / (ACTIVATION_ONE * WEIGHT_ONE)

    /// An output of how drawn a position is: half_won_at().
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

/// Throws Error with what is wrong: another kind of file, version or architecture, a wrong
/// checksum, or weights with which an accumulator or a sum could overflow.
[[nodiscard]] std::unique_ptr<const Network> read_network(std::string_view bytes);
/// The same from a file; the message names it. Blocks on reading.
[[nodiscard]] std::unique_ptr<const Network> load_network(const std::filesystem::path& file);
/// The inverse of read_network().
[[nodiscard]] std::string write_network(const Network& network);

// The networks that are part of the executable.

struct NamedNetwork {
    std::string name; ///< its file; for a built-in one the name in networks/, without `.net`
    const Network* network;
};

/// Static storage, made at the first call.
[[nodiscard]] std::span<const NamedNetwork> built_in_networks();

/// The one trained on rules that differ in the fewest fields; a different effect of captures counts
/// for more than all others.
[[nodiscard]] const NamedNetwork& network_for(const RuleSet& rules);

} // namespace agon::search::nnue
