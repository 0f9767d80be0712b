#include "tools/match/schedule.hpp"

#include "engine/error.hpp"

#include <algorithm>

namespace agon::match {

Schedule::Schedule(const ScheduleSettings& settings) : settings_(settings) {
    if (settings.engines < 2) throw Error("a match needs at least two engines");
    if (settings.rounds < 1) throw Error("-rounds must be at least 1");
    if (settings.games != 1 && settings.games != 2) throw Error("-games must be 1 or 2");
    const bool gauntlet = settings.type == TournamentType::Gauntlet;
    if (gauntlet && (settings.seeds < 1 || settings.seeds >= settings.engines))
        throw Error("-seeds must leave at least one engine to play against");
    const std::size_t seeds = gauntlet ? settings.seeds : settings.engines - 1;
    for (std::size_t a = 0; a < seeds; ++a)
        for (std::size_t b = gauntlet ? seeds : a + 1; b < settings.engines; ++b)
            pairings_.push_back({a, b});
}

std::size_t Schedule::size() const { return pairings_.size() * settings_.rounds * settings_.games; }

ScheduledGame Schedule::game(std::size_t number) const {
    const std::size_t encounter = (number - 1) / settings_.games;
    const std::size_t round = encounter / pairings_.size();
    auto players = pairings_[encounter % pairings_.size()];
    const std::size_t first = players[0];
    // Of two games the second is swapped; of single ones, those of every other round.
    const bool second = settings_.games == 2 ? (number - 1) % 2 == 1 : round % 2 == 1;
    if (settings_.swap && second) std::swap(players[0], players[1]);
    return {number, round + 1, encounter, players, first};
}

} // namespace agon::match
