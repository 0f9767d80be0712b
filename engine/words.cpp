#include "engine/words.hpp"

#include <algorithm>
#include <cctype>

namespace agon {

namespace {

constexpr std::string_view SPACES = " \t\r\v\f";

} // namespace

std::string_view next_word(std::string_view& line) {
    const auto begin = std::min(line.find_first_not_of(SPACES), line.size());
    const auto end = std::min(line.find_first_of(SPACES, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(std::min(line.find_first_not_of(SPACES, end), line.size()));
    return word;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

} // namespace agon
