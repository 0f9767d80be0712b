#include "tools/match/schedule.hpp"

#include "engine/error.hpp"
#include "tools/match/knockout.hpp"
#include "tools/match/swiss.hpp"

#include <algorithm>

namespace agon::match {
namespace {

/// Round-robin and gauntlet: a list of pairings, played through once each round.
class FixedSchedule : public Schedule {
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
        auto players = pairings_[encounter % pairings_.size()];
        const std::size_t first = players[0];
        // Of two games the second is swapped; of single ones, those of every other round.
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

} // namespace

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

} // namespace agon::match
