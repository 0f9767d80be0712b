#include "engine/quoted.hpp"

#include <algorithm>
#include <cctype>

namespace agon {

std::string printable(std::string_view text, std::size_t limit) {
    constexpr std::string_view DIGITS = "0123456789abcdef";
    std::string result;
    for (const char c : text.substr(0, limit)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            result += c;
        } else {
            result += "\\x";
            result += DIGITS[byte >> 4];
            result += DIGITS[byte & 15];
        }
    }
    if (text.size() > limit) result += "...";
    return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

} // namespace agon
