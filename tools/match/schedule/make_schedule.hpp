// The schedule of each type of tournament.
#pragma once

#include "tools/match/schedule/schedule.hpp"

namespace agon::match {

/// Throws Error when the settings give no games, or `games` is not 1 or 2.
[[nodiscard]] std::unique_ptr<Schedule> make_schedule(const ScheduleSettings& settings);

} // namespace agon::match
