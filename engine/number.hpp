// Whole words that are numbers.
#pragma once

#include <charconv>
#include <concepts>
#include <string_view>
#include <system_error>

namespace agon {

/// Reads a word that is a whole number and nothing else. Returns false, and leaves `number` as it
/// was, for other words and for numbers that do not fit.
template<std::integral Number>
bool read_whole(std::string_view word, Number& number) {
    Number value{};
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc{} || end != word.data() + word.size()) return false;
    number = value;
    return true;
}

} // namespace agon
