// A training that was interrupted, as a file.
#pragma once

#include "tools/train/trainer.hpp"

#include <filesystem>
#include <optional>

namespace agon::train {

/// Whether every number of it is. (trainer.cpp is built without care for NaN, and cannot tell.)
[[nodiscard]] bool finite(const FitState& state);

/// Replaces the file as a whole and on the disk, so that one is there at any time. Throws a
/// std::runtime_error, also for a state that is not finite.
void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples);

/// Nothing when there is no such file. Reads those of version 0.3 too. Throws Error when it was
/// changed in any byte (one of 0.3: when it is no whole checkpoint), or is that of a training with
/// other settings or other samples. `samples` is Samples::digest().
[[nodiscard]] std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                                      const FitSettings& settings,
                                                      std::uint64_t samples);

} // namespace agon::train
