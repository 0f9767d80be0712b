// Somebody else's text inside a message.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace agon {

/// The text in quotes, fit for a message of one line (error.hpp): `?` for each control character,
/// cut after 40 bytes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    constexpr std::size_t LONGEST = 40;
    std::string result(text.substr(0, LONGEST));
    std::ranges::replace_if(
        result, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
    return '\'' + result + (text.size() > LONGEST ? "..." : "") + '\'';
}

} // namespace agon
