// Numbers in text.
#pragma once

#include <charconv>
#include <concepts>

namespace agon::platform {

/// std::from_chars(); that of libc++ reads only integers.
[[nodiscard]] std::from_chars_result read_number(const char* first, const char* last,
                                                 double& value);
[[nodiscard]] std::from_chars_result read_number(const char* first, const char* last,
                                                 std::integral auto& value) {
    return std::from_chars(first, last, value);
}

} // namespace agon::platform
