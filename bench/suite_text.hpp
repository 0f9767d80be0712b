// bench/suite.txt, embedded when the program is built.
#pragma once

#include <string_view>

namespace agon::bench {

extern const std::string_view SUITE_TEXT;

} // namespace agon::bench
