// The byte order mark of UTF-8, which some editors and shells write before a text and which is not
// part of it.
#pragma once

#include <istream>
#include <string_view>

namespace agon {

/// The text after its mark; the whole text if it has none.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Reads past the mark if one comes next. Blocks until the first byte arrives.
void skip_byte_order_mark(std::istream& in);

} // namespace agon
