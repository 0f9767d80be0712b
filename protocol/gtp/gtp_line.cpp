#include "protocol/gtp/gtp_line.hpp"

#include "engine/error.hpp"
#include "engine/words.hpp"
#include "protocol/session/tokens.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace agon::protocol {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string cleaned(std::string_view line) {
    std::string result;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '#') break;
        if (c == '\t')
            result += ' ';
        else if (byte >= 0x20 && byte != 0x7f)
            result += c;
    }
    return result;
}

} // namespace

GtpLine parse_gtp_line(std::string_view line) {
    const std::string text = cleaned(line);
    Tokens words(text);
    GtpLine parsed;
    if (std::ranges::all_of(words.peek(), is_digit)) parsed.id = words.next();
    parsed.name = words.next();
    parsed.arguments = words.rest();
    return parsed;
}

bool is_gtp_interrupt(std::string_view line) {
    Tokens words(line);
    return words.next() == "#" && words.next() == "interrupt" && words.done();
}

std::string gtp_reply(bool success, std::string_view id, std::string_view text) {
    std::string reply = (success ? "=" : "?") + std::string(id);
    if (!text.empty() && text[0] != '\n') reply += ' ';
    return reply + std::string(text);
}

Side parse_gtp_colour(std::string_view word) {
    for (const Side side : BOTH_SIDES)
        if (equal_ignoring_case(word, name(side)) ||
            equal_ignoring_case(word, name(side).substr(0, 1)))
            return side;
    throw Error("syntax error");
}

} // namespace agon::protocol
