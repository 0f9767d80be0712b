// A network in floating point: its loss for samples, and the gradient of the loss.
#pragma once

#include "search/nnue/network.hpp"
#include "tools/lab/train/samples.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace agon::train {

/// All weights in one array, so that the optimiser does not need to know their kinds.
using Parameters = std::vector<float>;

/// Where each kind of weight begins in the array.
inline constexpr std::size_t THREATS_AT = search::nnue::THREAT_ROWS * search::nnue::HIDDEN;
inline constexpr std::size_t BIAS_AT = search::nnue::ROW_COUNT * search::nnue::HIDDEN;
inline constexpr std::size_t OUTPUT_AT = BIAS_AT + search::nnue::HIDDEN;
inline constexpr std::size_t OUTPUT_BIAS_AT =
    OUTPUT_AT + search::nnue::BUCKET_COUNT * 2 * search::nnue::HIDDEN;
inline constexpr std::size_t PARAMETER_COUNT = OUTPUT_BIAS_AT + search::nnue::BUCKET_COUNT;

/// Small random weights; 0 for reserves and rules that no sample has.
[[nodiscard]] Parameters random_parameters(std::uint64_t seed);
/// The weights of a network.
[[nodiscard]] Parameters to_parameters(const search::nnue::Network& network);

/// Rounded to the network's integers. Precondition: clip() was called.
[[nodiscard]] std::unique_ptr<search::nnue::Network> to_network(const Parameters& parameters,
                                                                std::vector<RuleSet> trained_on);

/// Brings the weights into the range in which no sum of the network can overflow.
void clip(Parameters& parameters, std::size_t first, std::size_t last);

/// Part of a batch: the sum of the losses, and with `gradient` their derivatives added to it.
/// Sample i is turned by the symmetry `turns[i]` of the board. The loss is the cross entropy
/// between the target and the logistic function of the output.
double losses(const Parameters& parameters, std::span<const RuleSet> rules,
              std::span<const Sample* const> samples, std::span<const std::uint8_t> turns,
              Parameters* gradient);

struct DrawFit {
    search::nnue::Network::Draws draws;
    double held_out; ///< mean log loss of won, drawn and lost, by the score and half_won_at()
    double curve;    ///< the same by the score and HALF_WON
};

/// Network::draws for the network of `parameters`, by Adam over the samples in a random order from
/// `seed`. Precondition: some are learned, some held out. Blocks for seconds to minutes.
[[nodiscard]] DrawFit fit_draws(const Parameters& parameters, const Samples& samples,
                                std::uint64_t seed);

} // namespace agon::train
