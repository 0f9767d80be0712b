// The schedule of a match that was played before, or elsewhere.
#pragma once

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/make_schedule.hpp"
#include "tools/arena/schedule/schedule.hpp"

#include <cstddef>
#include <map>
#include <memory>

namespace agon::arena {

class PlayedSchedule {
public:
    /// Throws as make_schedule().
    explicit PlayedSchedule(const ScheduleSettings& settings)
        : schedule_(make_schedule(settings)) {}

    [[nodiscard]] const Schedule& schedule() const { return *schedule_; }
    /// Marks the game as finished. False if the schedule does not hand it out after the games
    /// before it, or if it was already finished.
    [[nodiscard]] bool finish(const ScheduledGame& game, Result result);

private:
    std::unique_ptr<Schedule> schedule_;
    std::map<std::size_t, ScheduledGame> open_; ///< handed out and not finished, by number
};

} // namespace agon::arena
