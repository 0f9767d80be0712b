// Text from outside in UTF-8: the mark before it, and bytes that are none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>

namespace agon {

// The byte order mark that some editors and shells write before a text. It is no part of it.

/// The text after its mark; all of it where it has none.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Reads past the mark where the stream stands at one. Blocks until the first byte has come.
void skip_byte_order_mark(std::istream& in);

/// open_regular() (error.hpp), after the mark. tellg() counts it.
[[nodiscard]] std::ifstream open_text(const std::filesystem::path& file,
                                      std::uintmax_t most_bytes = UINTMAX_MAX);

// Repairing.

/// The text as it is when it is UTF-8. Otherwise it is taken for ISO 8859-1, the encoding of the
/// PGN standard (4.1) and of older files: each byte becomes the character of its number, or U+FFFD
/// where that is a control character beyond ASCII.
[[nodiscard]] std::string utf8_or_latin1(std::string_view text);

/// UTF-8 that is fit for a line: `?` for each control character, U+FFFD for each byte that belongs
/// to no character.
[[nodiscard]] std::string printable_utf8(std::string_view text);

} // namespace agon
