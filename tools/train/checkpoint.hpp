// A training that was interrupted, as a file.
#pragma once

#include "tools/train/trainer.hpp"

#include <filesystem>
#include <optional>

namespace agon::train {

/// Replaces the file as a whole, so that one is there at any time. Throws std::runtime_error.
void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples);

/// Nothing when there is no such file. Throws Error when it is bad, or is that of a training with
/// other settings or other samples. `samples` is Samples::digest().
[[nodiscard]] std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                                      const FitSettings& settings,
                                                      std::uint64_t samples);

} // namespace agon::train
