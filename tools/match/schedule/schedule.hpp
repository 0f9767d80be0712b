// Who plays whom, in which order (arena.md, Tournaments).
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
    std::size_t seeds = 1;  ///< gauntlet: the first engines, which play against all others
    std::size_t rounds = 2; ///< encounters of each pairing; Swiss: of each engine
    std::size_t games = 2;  ///< of an encounter, 1 or 2: one opening, colours swapped
    bool swap = true;       ///< false: the engine listed first is always white

    /// Encounters are pairs of games with colours swapped, and so the unit of statistics.
    [[nodiscard]] bool paired() const { return games == 2 && swap; }
};

struct ScheduledGame {
    std::size_t number;                 ///< from 1
    std::size_t round;                  ///< from 1
    std::size_t encounter;              ///< from 0; each has one opening
    std::array<std::size_t, 2> players; ///< engines, from 0, white first
    std::size_t first;                  ///< the player that was listed first

    friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

/// Gives out the games of a match by number. Numbers and encounters have no gaps, and the games of
/// an encounter follow each other. The same settings and results give the same games, in whatever
/// order results come in. The games of round-robin and gauntlet do not depend on results at all.
class Schedule {
public:
    Schedule() = default;
    virtual ~Schedule() = default;
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;

    /// The next game; nothing after the last, and while it depends on games that are not finished.
    [[nodiscard]] virtual std::optional<ScheduledGame> next() = 0;
    /// Preconditions: next() gave the game, it is new here, and the result is not Unfinished.
    virtual void finished(const ScheduledGame& game, Result result) = 0;
    /// Every game has been given out and is finished.
    [[nodiscard]] virtual bool over() const = 0;
    /// Number of games of the whole match, as far as it is known.
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// The engines from the first place on, where points decide it; empty where Elo does.
    [[nodiscard]] virtual std::vector<std::size_t> places() const { return {}; }
    /// The bracket or the table, in lines; empty where the scores say all. `names` are those of the
    /// engines.
    [[nodiscard]] virtual std::string report(const std::vector<std::string>& names) const = 0;
};

} // namespace agon::match
