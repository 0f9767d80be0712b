// File names as text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace agon {

/// The path that a text names. All our text is UTF-8, but std::filesystem::path reads a narrow text
/// in the encoding of the system, on Windows a code page. Therefore each text becomes a path here,
/// and each path a text below; a literal is u8"games". On POSIX any bytes are a path. Throws Error
/// on Windows if the text is not UTF-8.
[[nodiscard]] std::filesystem::path path_of(std::string_view utf8);

/// The text of a path. On Windows a name that is not UTF-16 has none: throws filesystem_error.
[[nodiscard]] std::string utf8_of(const std::filesystem::path& path);

} // namespace agon
