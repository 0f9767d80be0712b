// Who plays whom, in which order (arena.md, Tournaments).
#pragma once

#include "engine/record/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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
    std::size_t number;           ///< from 1
    std::size_t round;            ///< from 1
    std::size_t encounter;        ///< from 0; each has one opening
    PerSide<std::size_t> players; ///< engines, from 0
    std::size_t first;            ///< the player that was listed first

    friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

/// Two engines in a round of a tournament, as far as their games are finished; or one with a bye.
struct Pairing {
    std::array<std::size_t, 2> players; ///< in the order of listing
    bool bye = false;                   ///< then the second does not exist
    std::size_t game = 0;               ///< number of the first; 0 for a bye
    std::array<std::size_t, 2> half_points{};
    std::optional<std::size_t> winner{}; ///< who goes on in a knockout, once it is known
};
using Round = std::vector<Pairing>;

/// Who won the final of a knockout; nothing while there is none.
[[nodiscard]] inline std::optional<std::size_t> winner_of(const std::vector<Round>& rounds) {
    return rounds.empty() || rounds.back().size() != 1 ? std::nullopt : rounds.back()[0].winner;
}

struct Standing {
    std::size_t engine;
    std::size_t half_points; ///< with those of byes: a bye is an encounter won
    std::size_t buchholz;    ///< half points of the opponents; a bye counts as one's own
    std::size_t byes;
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
    /// The rounds that have begun, the first one first; none where all meet all. In a knockout they
    /// are in the order of the bracket: neighbours meet in the next.
    [[nodiscard]] virtual std::vector<Round> rounds() const { return {}; }
    /// The first place first; empty where Elo decides and not points.
    [[nodiscard]] virtual std::vector<Standing> standings() const { return {}; }
    /// The engines of standings().
    [[nodiscard]] std::vector<std::size_t> places() const;
    /// The bracket or the table, in lines; empty where the scores say all. `names` are those of the
    /// engines.
    [[nodiscard]] virtual std::string report(const std::vector<std::string>& names) const = 0;
};

// Round-robin and gauntlet.

/// A list of pairings that is played once in each round.
class FixedSchedule final : public Schedule {
public:
    explicit FixedSchedule(const ScheduleSettings& settings) : settings_(settings) {
        const bool gauntlet = settings.type == TournamentType::Gauntlet;
        const std::size_t seeds = gauntlet ? settings.seeds : settings.engines - 1;
        for (std::size_t a = 0; a < seeds; ++a)
            for (std::size_t b = gauntlet ? seeds : a + 1; b < settings.engines; ++b)
                pairings_.push_back({a, b});
    }

    std::optional<ScheduledGame> next() override {
        if (given_ == size()) return std::nullopt;
        const std::size_t encounter = given_ / settings_.games;
        const std::size_t round = encounter / pairings_.size();
        PerSide<std::size_t> players{pairings_[encounter % pairings_.size()]};
        const std::size_t first = players[0];
        // Colours are swapped in the second game of two, or in every other round of single games.
        const bool second = settings_.games == 2 ? given_ % 2 == 1 : round % 2 == 1;
        if (settings_.swap && second) std::swap(players[0], players[1]);
        return ScheduledGame{++given_, round + 1, encounter, players, first};
    }

    void finished(const ScheduledGame&, Result) override { ++finished_; }
    [[nodiscard]] bool over() const override { return finished_ == size(); }
    [[nodiscard]] std::size_t size() const override {
        return pairings_.size() * settings_.rounds * settings_.games;
    }
    [[nodiscard]] std::string report(const std::vector<std::string>&) const override { return {}; }

private:
    ScheduleSettings settings_;
    std::vector<std::array<std::size_t, 2>> pairings_; ///< of a round
    std::size_t given_ = 0;
    std::size_t finished_ = 0;
};

// The schedule of each type of tournament.

/// Throws Error when the settings give no games, or `games` is not 1 or 2.
[[nodiscard]] std::unique_ptr<Schedule> make_schedule(const ScheduleSettings& settings);

/// The schedule of a match that was played before, or elsewhere.
class PlayedSchedule {
public:
    /// Throws as make_schedule().
    explicit PlayedSchedule(const ScheduleSettings& settings)
        : schedule_(make_schedule(settings)) {}

    [[nodiscard]] const Schedule& schedule() const { return *schedule_; }
    /// A game is finished. False when the schedule does not give it out after those before it, or
    /// when it was finished before.
    [[nodiscard]] bool finish(const ScheduledGame& game, Result result);

private:
    std::unique_ptr<Schedule> schedule_;
    std::map<std::size_t, ScheduledGame> open_; ///< given out and not finished, by number
};

} // namespace agon::match
