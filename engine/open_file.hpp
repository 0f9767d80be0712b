// Opening a file whose name comes from outside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace agon {

/// Opens a regular file of at most `max_bytes` for reading, in binary. A FIFO or a device may
/// block or never end, so both are refused. Throws Error "cannot read FILE: REASON".
[[nodiscard]] std::ifstream open_regular(const std::filesystem::path& file,
                                         std::uintmax_t max_bytes = UINTMAX_MAX);

/// open_regular(), past the byte order mark, which tellg() counts.
[[nodiscard]] std::ifstream open_text(const std::filesystem::path& file,
                                      std::uintmax_t max_bytes = UINTMAX_MAX);

} // namespace agon
