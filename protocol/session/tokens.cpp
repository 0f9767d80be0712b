#include "protocol/session/tokens.hpp"

#include "engine/number.hpp"
#include "engine/words.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agon::protocol {
namespace {

constexpr std::string_view BLANKS = " \t\r\n\v\f";

} // namespace

std::size_t Tokens::word_length() const {
    return std::min(rest_.find_first_of(BLANKS), rest_.size());
}

void Tokens::skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(BLANKS), rest_.size()));
}

std::string_view Tokens::next() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
}

bool Tokens::take(std::string_view word) {
    if (!equal_ignoring_case(peek(), word)) return false;
    next();
    return true;
}

std::string_view Tokens::rest() {
    std::string_view text = rest_;
    text = text.substr(0, text.find_last_not_of(BLANKS) + 1);
    rest_ = {};
    return text;
}

std::optional<std::int64_t> to_number(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    std::int64_t value = 0;
    if (!read_whole(text, value)) return std::nullopt;
    return value;
}

} // namespace agon::protocol
