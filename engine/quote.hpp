// Quoting text from outside in a message of one line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agon {

/// `text` with \xNN for each byte that is not printable ASCII. If that takes more than `limit`
/// characters, it is cut and ends in "...".
[[nodiscard]] std::string escape_controls(std::string_view text, std::size_t limit = 60);

/// escape_controls() between single quotes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    return '\'' + escape_controls(text) + '\'';
}

/// The text with `?` for each byte that is not printable ASCII.
[[nodiscard]] std::string replace_controls(std::string text);

} // namespace agon
