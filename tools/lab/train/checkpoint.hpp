// An interrupted training run as a file.
#pragma once

#include "protocol/record/output_file.hpp"
#include "tools/lab/train/trainer.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace agon::train {

/// Whether all numbers are finite. (trainer.cpp is compiled to ignore NaN, and cannot tell.)
[[nodiscard]] bool finite(const FitState& state);

extern const FileKind CHECKPOINT_KIND;

/// As OutputFile::write(). Throws std::runtime_error, also for a state that is not finite.
void save_checkpoint(const std::filesystem::path& file, const FitState& state,
                     const FitSettings& settings, std::uint64_t samples);

/// Returns nullopt if there is no such file. Reads files of version 0.3 too. Throws Error if any
/// byte was changed (version 0.3: if it is not a complete checkpoint), or if the settings or the
/// samples differ. `samples` is Samples::digest().
[[nodiscard]] std::optional<FitState> load_checkpoint(const std::filesystem::path& file,
                                                      const FitSettings& settings,
                                                      std::uint64_t samples);

} // namespace agon::train
