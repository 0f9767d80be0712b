// Times as files of games write them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace agon::match {

using WallTime = std::chrono::system_clock::time_point;

/// "2026-11-21T06:07:02.123Z", or without the fraction, or a date alone with any separators;
/// nothing for other texts and for what is no date.
[[nodiscard]] std::optional<WallTime> parse_time(std::string_view text);

/// "2026-11-21T06:07:02.123Z". Precondition: 1970 or later.
[[nodiscard]] std::string time_text(WallTime time);

} // namespace agon::match
