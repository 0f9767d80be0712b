// What readers of files promise of their errors: a line for a person that names file and line.
#pragma once

#include "tests/fuzz/invariant.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace fuzz {

/// No control characters, so that it is one line wherever it is shown.
inline bool is_one_line(std::string_view text) {
    return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

/// A last line without its end counts too.
inline std::size_t count_lines(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
}

/// The line N in "FILE:N: fault"; it must be there, and one of `lines`.
inline std::size_t named_line(const std::string& message, const std::string& file,
                              std::size_t lines) {
    std::size_t line = 0;
    if (message.starts_with(file + ':'))
        std::from_chars(message.data() + file.size() + 1, message.data() + message.size(), line);
    if (!is_one_line(message) || line < 1 || line > lines)
        broken("a refusal is a line that names file and line", message);
    return line;
}

} // namespace fuzz
