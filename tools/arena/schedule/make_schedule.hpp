// The schedule of each type of tournament.
#pragma once

#include "tools/arena/schedule/schedule.hpp"

#include <memory>

namespace agon::arena {

/// Throws Error if the settings yield no games, or `games` is not 1 or 2.
[[nodiscard]] std::unique_ptr<Schedule> make_schedule(const ScheduleSettings& settings);

} // namespace agon::arena
