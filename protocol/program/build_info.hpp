// What this executable is and how it was built.
#pragma once

#include <string>
#include <string_view>

namespace agon::program {

/// "0.1.0".
[[nodiscard]] std::string_view version();

/// Version, compiler, build type, instruction set and sanitizers as they are, a line each, the last
/// one's line feed included.
[[nodiscard]] std::string build_report();

} // namespace agon::program
