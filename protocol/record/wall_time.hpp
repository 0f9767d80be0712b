// Times as game files write them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

using WallTime = std::chrono::system_clock::time_point;

/// "2026-11-21T06:07:02.123Z", or without the fraction, or only a date with any separators;
/// nullopt for other texts and for dates that do not exist.
[[nodiscard]] std::optional<WallTime> parse_time(std::string_view text);

/// "2026-11-21T06:07:02.123Z". Precondition: 1970 or later.
[[nodiscard]] std::string time_text(WallTime time);

} // namespace agon
