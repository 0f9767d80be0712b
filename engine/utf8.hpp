// Making valid UTF-8 of text from outside.
#pragma once

#include <string>
#include <string_view>

namespace agon {

/// The text itself if it is UTF-8. Otherwise it is read as ISO 8859-1, the encoding of the PGN
/// standard (4.1) and of older files: each byte becomes the character of its number, or U+FFFD if
/// that is a control character beyond ASCII.
[[nodiscard]] std::string utf8_or_latin1(std::string_view text);

/// Valid UTF-8 for one line: `?` for each control character, U+FFFD for each byte that belongs to
/// no character.
[[nodiscard]] std::string printable_utf8(std::string_view text);

} // namespace agon
