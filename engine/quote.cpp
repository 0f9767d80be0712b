#include "engine/quote.hpp"

namespace agon {

std::string escape_controls(std::string_view text, std::size_t limit) {
    constexpr std::string_view DIGITS = "0123456789abcdef";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x20 && byte < 0x7f;
        if (result.size() + (plain ? 1 : 4) > limit) return result + "...";
        if (plain) {
            result += c;
        } else {
            result += "\\x";
            result += DIGITS[byte >> 4];
            result += DIGITS[byte & 15];
        }
    }
    return result;
}

std::string replace_controls(std::string text) {
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

} // namespace agon
