#include "tools/arena/schedule/make_schedule.hpp"

#include "engine/error.hpp"
#include "tools/arena/schedule/fixed_schedule.hpp"
#include "tools/arena/schedule/knockout.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/schedule/swiss.hpp"

#include <fmt/format.h>
#include <limits>

namespace agon::arena {

std::unique_ptr<Schedule> make_schedule(const ScheduleSettings& settings) {
    if (settings.engines < 2) throw Error("a match needs at least two engines");
    if (settings.rounds < 1) throw Error("-rounds must be at least 1");
    if (settings.rounds > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw Error(fmt::format("-rounds: expected an integer up to {}, got {}",
                                std::numeric_limits<int>::max(), settings.rounds));
    if (settings.games != 1 && settings.games != 2) throw Error("-games must be 1 or 2");
    if (settings.type == TournamentType::Gauntlet &&
        (settings.seeds < 1 || settings.seeds >= settings.engines))
        throw Error("-seeds must leave at least one engine to play against");
    constexpr std::size_t MOST_OF_KNOCKOUT = 10'000; // a whole stage is in memory
    if (settings.type == TournamentType::Knockout && settings.rounds > MOST_OF_KNOCKOUT)
        throw Error(fmt::format("-rounds: expected an integer up to {} in a knockout, got {}",
                                MOST_OF_KNOCKOUT, settings.rounds));
    if (settings.type == TournamentType::Knockout) return std::make_unique<Knockout>(settings);
    if (settings.type == TournamentType::Swiss) return std::make_unique<Swiss>(settings);
    return std::make_unique<FixedSchedule>(settings);
}

} // namespace agon::arena
