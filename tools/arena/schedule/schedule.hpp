// Who plays whom, in which order (arena.md, Tournaments).
#pragma once

#include "protocol/record/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agon::arena {

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
    std::size_t number;           ///< from 1
    std::size_t round;            ///< from 1
    std::size_t encounter;        ///< from 0; each has one opening
    PerSide<std::size_t> players; ///< engines, from 0
    std::size_t first;            ///< the player that was listed first

    friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

/// Two engines in a round of a tournament, with the results of their finished games; or one engine
/// with a bye.
struct Pairing {
    std::array<std::size_t, 2> players; ///< in the order of listing
    bool bye = false;                   ///< then the second does not exist
    std::size_t game = 0;               ///< number of the first; 0 for a bye
    std::array<std::size_t, 2> half_points{};
    std::optional<std::size_t> winner{}; ///< who advances in a knockout, once known
};
using Round = std::vector<Pairing>;

/// The winner of the final of a knockout; nullopt until it is decided.
[[nodiscard]] inline std::optional<std::size_t> winner_of(const std::vector<Round>& rounds) {
    return rounds.empty() || rounds.back().size() != 1 ? std::nullopt : rounds.back()[0].winner;
}

struct Standing {
    std::size_t engine;
    std::size_t half_points; ///< with those of byes: a bye is an encounter won
    std::size_t buchholz;    ///< half points of the opponents; a bye counts as one's own
    std::size_t byes;
};

/// Hands out the games of a match by number. Numbers and encounters have no gaps, and the games of
/// an encounter are consecutive. The same settings and results give the same games, in whatever
/// order the results arrive. The games of round-robin and gauntlet do not depend on results at all.
class Schedule {
public:
    Schedule() = default;
    virtual ~Schedule() = default;
    Schedule(const Schedule&) = delete;
    Schedule& operator=(const Schedule&) = delete;

    /// The next game; nullopt after the last, and while it depends on unfinished games.
    [[nodiscard]] virtual std::optional<ScheduledGame> next() = 0;
    /// Preconditions: next() returned the game, it is reported once, and the result is not
    /// Unfinished.
    virtual void finished(const ScheduledGame& game, Result result) = 0;
    /// Every game has been handed out and is finished.
    [[nodiscard]] virtual bool over() const = 0;
    /// Number of games of the whole match, as far as it is known.
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// The rounds that have begun, in order; none if all meet all. In a knockout the pairings are
    /// in the order of the bracket: the winners of neighbours meet in the next round.
    [[nodiscard]] virtual std::vector<Round> rounds() const { return {}; }
    /// The first place first; empty if Elo decides and not points.
    [[nodiscard]] virtual std::vector<Standing> standings() const { return {}; }
    /// The engines of standings().
    [[nodiscard]] std::vector<std::size_t> places() const;
    /// The bracket or the table, in lines; empty if the scores suffice. `names` are those of the
    /// engines.
    [[nodiscard]] virtual std::string report(const std::vector<std::string>& names) const = 0;
};

} // namespace agon::arena
