// Who plays whom, in what order (arena.md, tournaments).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agon::match {

enum class TournamentType : std::uint8_t { RoundRobin, Gauntlet };

struct ScheduleSettings {
    TournamentType type = TournamentType::RoundRobin;
    std::size_t engines = 2;
    std::size_t seeds = 1; ///< gauntlet: so many engines, the first, play against all the others
    std::size_t rounds = 2;
    std::size_t games = 2; ///< 1 or 2 of an encounter; two are on one opening with colours swapped
    bool swap = true;      ///< false: the first engine is always white
};

struct ScheduledGame {
    std::size_t number;                 ///< from 1
    std::size_t round;                  ///< from 1
    std::size_t encounter;              ///< from 0; it has an opening
    std::array<std::size_t, 2> players; ///< the engines, from 0, white first
    std::size_t first;                  ///< the engine named first in the pairing
};

class Schedule {
public:
    /// Throws Error when nobody would play, or `games` is not 1 or 2.
    explicit Schedule(const ScheduleSettings& settings);

    [[nodiscard]] std::size_t size() const;
    /// Precondition: 1 <= number <= size().
    [[nodiscard]] ScheduledGame game(std::size_t number) const;

private:
    ScheduleSettings settings_;
    std::vector<std::array<std::size_t, 2>> pairings_; ///< of a round
};

} // namespace agon::match
