#include "tools/arena/schedule/schedule.hpp"

#include "engine/error.hpp"
#include "tools/arena/schedule/knockout.hpp"
#include "tools/arena/schedule/swiss.hpp"

namespace agon::match {

std::vector<std::size_t> Schedule::places() const {
    std::vector<std::size_t> engines;
    for (const Standing& standing : standings()) engines.push_back(standing.engine);
    return engines;
}

std::unique_ptr<Schedule> make_schedule(const ScheduleSettings& settings) {
    if (settings.engines < 2) throw Error("a match needs at least two engines");
    if (settings.rounds < 1) throw Error("-rounds must be at least 1");
    if (settings.games != 1 && settings.games != 2) throw Error("-games must be 1 or 2");
    if (settings.type == TournamentType::Gauntlet &&
        (settings.seeds < 1 || settings.seeds >= settings.engines))
        throw Error("-seeds must leave at least one engine to play against");
    if (settings.type == TournamentType::Knockout) return std::make_unique<Knockout>(settings);
    if (settings.type == TournamentType::Swiss) return std::make_unique<Swiss>(settings);
    return std::make_unique<FixedSchedule>(settings);
}

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

} // namespace agon::match
