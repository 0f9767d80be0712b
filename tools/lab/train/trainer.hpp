// The training of a network: Adam with decay over shuffled batches, on several threads.
#pragma once

#include "tools/lab/train/model.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace agon::train {

struct FitSettings {
    int epochs = 40;
    std::size_t batch = 16'384; ///< samples
    double rate = 0.003;        ///< at first; falls as a cosine to a hundredth
    double decay = 0.01;        ///< of the weights, times the rate, each batch
    std::uint64_t seed = 1;
    int threads = 1;
};

/// The state of a training run, which can resume from here with the same samples and settings.
struct FitState {
    int epoch = 0; ///< finished
    std::uint64_t step = 0;
    Parameters parameters, momentum, variance;
};

struct EpochReport {
    int epoch;
    double learned, held_out; ///< mean losses
    double floor;             ///< the minimum possible loss on held-out samples
    double samples_a_second;
};

/// Trains until settings.epochs are finished; calls `report` with the state after each. The result
/// depends on samples, settings (threads included) and the processor's instruction set. Blocks for
/// minutes.
void fit(const Samples& samples, const FitSettings& settings, FitState& state,
         const std::function<void(const EpochReport&, const FitState&)>& report);

} // namespace agon::train
