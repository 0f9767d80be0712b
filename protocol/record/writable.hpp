// Whether a file can be written, and the Error if not.
#pragma once

#include "engine/error.hpp"

#include <filesystem>

namespace agon {

/// Throws Error when `file` cannot be written: it is a directory, its own directory is missing, or
/// access is denied. Creates and changes nothing.
void require_writable(const std::filesystem::path& file);

/// An Error that `file` cannot be written, with the operating system's reason from errno.
[[nodiscard]] Error cannot_write(const std::filesystem::path& file);

} // namespace agon
