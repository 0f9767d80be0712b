// The training of a network: Adam with decay over shuffled batches, on several threads.
#pragma once

#include "engine/record/output_file.hpp"
#include "tools/train/model.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace agon::train {

struct FitSettings {
    int epochs = 40;
    std::size_t batch = 16'384; ///< samples
    double rate = 0.003;        ///< at first; falls as a cosine to a hundredth
    double decay = 0.01;        ///< of the weights, times the rate, each batch
    std::uint64_t seed = 1;
    int threads = 1;
};

/// Where a training stands; with the same samples and settings it can go on from here.
struct FitState {
    int epoch = 0; ///< finished
    std::uint64_t step = 0;
    Parameters parameters, momentum, variance;
};

struct EpochReport {
    int epoch;
    double learned, held_out; ///< mean losses
    double floor;             ///< the least possible loss on those held out
    double samples_a_second;
};

/// Trains until settings.epochs are finished; calls `report` with the state after each. The result
/// depends on samples, settings (threads included) and the processor's instruction set. Blocks for
/// minutes.
void fit(const Samples& samples, const FitSettings& settings, FitState& state,
         const std::function<void(const EpochReport&, const FitState&)>& report);

// A training that was interrupted, as a file: checkpoint.cpp.

/// Whether all its numbers are finite. (trainer.cpp is built to ignore NaN, and cannot tell.)
[[nodiscard]] bool finite(const FitState& state);

extern const FileKind CHECKPOINT_KIND;

/// As OutputFile::write(). Throws std::runtime_error, also for a state that is not finite.
void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples);

/// Nothing when there is no such file. Reads those of version 0.3 too. Throws Error when any byte
/// was changed (version 0.3: when it is not a whole checkpoint), or when the settings or the
/// samples were others. `samples` is Samples::digest().
[[nodiscard]] std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                                      const FitSettings& settings,
                                                      std::uint64_t samples);

} // namespace agon::train
