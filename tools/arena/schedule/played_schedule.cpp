#include "tools/arena/schedule/played_schedule.hpp"

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/schedule.hpp"

namespace agon::arena {

bool PlayedSchedule::finish(const ScheduledGame& game, Result result) {
    while (!open_.contains(game.number)) {
        const auto next = schedule_->next();
        if (!next) return false;
        open_.emplace(next->number, *next);
    }
    const auto found = open_.find(game.number);
    if (found->second != game) return false;
    schedule_->finished(game, result);
    open_.erase(found);
    return true;
}

} // namespace agon::arena
