// Round-robin and gauntlet.
#pragma once

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/schedule.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agon::arena {

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

} // namespace agon::arena
