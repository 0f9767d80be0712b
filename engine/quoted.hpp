// Text from outside: made fit for a message of one line (error.hpp), and compared.
#pragma once

#include <string>
#include <string_view>

namespace agon {

/// `text` with \xNN for each byte that is not printable ASCII. What is longer than `limit` bytes is
/// cut and ends in "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 60);

/// printable() between single quotes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    return '\'' + printable(text) + '\'';
}

/// Of ASCII letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

} // namespace agon
