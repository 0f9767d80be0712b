#include "engine/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace agon {
namespace {

constexpr std::string_view REPLACEMENT = "\xef\xbf\xbd"; // U+FFFD

std::uint8_t byte_of(char c) { return static_cast<std::uint8_t>(c); }

bool is_ascii(char c) { return byte_of(c) < 0x80; }

/// Bytes of the character that the text begins with; 0 if it begins with none. The bounds of the
/// second byte exclude overlong forms, surrogates and numbers beyond U+10FFFF (Unicode, table 3-7).
std::size_t character_size(std::string_view text) {
    struct Form {
        std::uint8_t first, last; ///< of the first byte
        std::uint8_t low, high;   ///< of the second
        std::size_t size;
    };
    static constexpr std::array<Form, 9> FORMS = {{{0x00, 0x7f, 0, 0, 1},
                                                   {0xc2, 0xdf, 0x80, 0xbf, 2},
                                                   {0xe0, 0xe0, 0xa0, 0xbf, 3},
                                                   {0xe1, 0xec, 0x80, 0xbf, 3},
                                                   {0xed, 0xed, 0x80, 0x9f, 3},
                                                   {0xee, 0xef, 0x80, 0xbf, 3},
                                                   {0xf0, 0xf0, 0x90, 0xbf, 4},
                                                   {0xf1, 0xf3, 0x80, 0xbf, 4},
                                                   {0xf4, 0xf4, 0x80, 0x8f, 4}}};
    const std::uint8_t first = byte_of(text[0]);
    for (const Form& form : FORMS) {
        if (first < form.first || first > form.last) continue;
        if (form.size > text.size()) return 0;
        if (form.size > 1 && (byte_of(text[1]) < form.low || byte_of(text[1]) > form.high))
            return 0;
        for (std::size_t i = 2; i < form.size; ++i)
            if ((byte_of(text[i]) & 0xc0) != 0x80) return 0;
        return form.size;
    }
    return 0;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

/// Control characters are those of ASCII and U+0080 to U+009F.
bool is_control(std::string_view character) {
    const std::uint8_t first = byte_of(character[0]);
    return first < 0x20 || first == 0x7f || (first == 0xc2 && byte_of(character[1]) < 0xa0);
}

} // namespace

std::string utf8_or_latin1(std::string_view text) {
    if (is_utf8(text)) return std::string(text);
    std::string utf8;
    for (const char c : text) {
        if (is_ascii(c)) {
            utf8 += c;
        } else if (byte_of(c) < 0xa0) {
            utf8 += REPLACEMENT;
        } else {
            utf8 += static_cast<char>(0xc0 | (byte_of(c) >> 6));
            utf8 += static_cast<char>(0x80 | (byte_of(c) & 0x3f));
        }
    }
    return utf8;
}

std::string printable_utf8(std::string_view text) {
    std::string line;
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
        if (size == 0)
            line += REPLACEMENT;
        else if (is_control(character))
            line += '?';
        else
            line += character;
        text.remove_prefix(character.size());
    }
    return line;
}

} // namespace agon
