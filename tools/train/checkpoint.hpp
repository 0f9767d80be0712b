// A file with the state of a training run, to resume it.
#pragma once

#include "tools/train/trainer.hpp"

#include <filesystem>
#include <optional>

namespace agon::train {

/// Whether all its numbers are finite. (trainer.cpp is built to ignore NaN, and cannot tell.)
[[nodiscard]] bool finite(const FitState& state);

/// Replaces the file atomically, flushed to disk, so that a whole one is always there. Throws
/// std::runtime_error, also for a state that is not finite.
void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples);

/// Nothing when there is no such file. Reads those of version 0.3 too. Throws Error when any byte
/// was changed (version 0.3: when it is not a whole checkpoint), or when the settings or the
/// samples were others. `samples` is Samples::digest().
[[nodiscard]] std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                                      const FitSettings& settings,
                                                      std::uint64_t samples);

} // namespace agon::train
