// Words: taking them off a line, comparing them.
#pragma once

#include <string_view>

namespace agon {

/// Takes the first word off a line, with the white space around it.
[[nodiscard]] std::string_view next_word(std::string_view& line);

/// Ignores the case of ASCII letters only.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

} // namespace agon
