// What this executable is and how it was built.
#pragma once

#include <string>
#include <string_view>

namespace agon::program {

/// "0.2.0".
[[nodiscard]] std::string_view version();

/// "PROGRAM 0.2.0", then compiler, platform, build type, the compiler's flags, instruction set and
/// sanitizers, one line each.
[[nodiscard]] std::string build_report(std::string_view program);

} // namespace agon::program
