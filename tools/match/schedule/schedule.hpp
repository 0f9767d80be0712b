// Who plays whom, in what order (arena.md, tournaments).
#pragma once

#include "tools/match/game/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agon::match {

enum class TournamentType : std::uint8_t { RoundRobin, Gauntlet, Knockout, Swiss };

struct ScheduleSettings {
    TournamentType type = TournamentType::RoundRobin;
    std::size_t engines = 2;
    std::size_t seeds = 1;  ///< gauntlet: so many engines, the first, play against all the others
    std::size_t rounds = 2; ///< encounters of each pairing; Swiss: in all, of each engine
    std::size_t games = 2;  ///< 1 or 2 of an encounter; two are on one opening with colours swapped
    bool swap = true;       ///< false: the engine listed first is always white

    /// Encounters are of two games with colours swapped, so they are the unit of statistics.
    [[nodiscard]] bool paired() const { return games == 2 && swap; }
};

struct ScheduledGame {
    std::size_t number;                 ///< from 1
    std::size_t round;                  ///< from 1
    std::size_t encounter;              ///< from 0; it has an opening
    std::array<std::size_t, 2> players; ///< the engines, from 0, white first
    std::size_t first;                  ///< that of them which was listed first

    friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

/// The games of a match, given out by number. Numbers and encounters go up without a gap, the games
/// of an encounter one after the other. The same settings and results give the same games,
/// whenever each result comes in; those of round-robin and gauntlet do not even depend on results.
class Schedule {
public:
    Schedule() = default;
    virtual ~Schedule() = default;
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;

    /// The next game; nothing when it depends on games that are not finished, or after the last.
    [[nodiscard]] virtual std::optional<ScheduledGame> next() = 0;
    /// Preconditions: next() gave the game, it was not finished yet; the result is not Unfinished.
    virtual void finished(const ScheduledGame& game, Result result) = 0;
    /// Every game was given out and is finished.
    [[nodiscard]] virtual bool over() const = 0;
    /// Games in all, those given out included; as far as is known.
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// What the tournament has come to, in lines that end with a newline; empty where the scores
    /// say it. `names` are those of the engines.
    [[nodiscard]] virtual std::string report(const std::vector<std::string>& names) const = 0;
};

} // namespace agon::match
