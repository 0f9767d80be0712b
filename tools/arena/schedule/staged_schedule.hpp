// Tournaments in stages, each made from the results before it.
#pragma once

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/schedule.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace agon::arena {

/// A stage begins when every earlier game is finished, so the games depend on the results but not
/// on the order in which they arrive.
class StagedSchedule : public Schedule {
public:
    std::optional<ScheduledGame> next() final {
        return given_ == games_.size() ? std::nullopt : std::optional(games_[given_++]);
    }
    void finished(const ScheduledGame& game, Result result) final {
        const std::size_t second = game.players[0] + game.players[1] - game.first;
        Pairing& pairing =
            *std::ranges::find(rounds_.back(), std::array{game.first, second}, &Pairing::players);
        for (const Side side : BOTH_SIDES)
            pairing.half_points[game.players[side] == game.first ? 0 : 1] +=
                half_points(result, side);
        scored(game, result);
        if (++finished_ == games_.size()) stage_over();
    }
    [[nodiscard]] bool over() const final { return finished_ == games_.size(); }
    [[nodiscard]] std::vector<Round> rounds() const final { return rounds_; }

protected:
    explicit StagedSchedule(const ScheduleSettings& settings) : settings_(settings) {}

    [[nodiscard]] const ScheduleSettings& settings() const { return settings_; }
    /// Adds an encounter of the last round to the stage; `white` is white in its first game.
    void add_encounter(std::size_t white, std::size_t black) {
        PerSide<std::size_t> players{white, black};
        for (std::size_t i = 0; i < settings_.games; ++i) {
            games_.push_back(
                {next_number(), rounds_.size(), encounters_, players, std::min(white, black)});
            if (settings_.swap) std::swap(players[0], players[1]);
        }
        ++encounters_;
    }
    [[nodiscard]] std::size_t next_number() const { return games_.size() + 1; }

    std::vector<Round> rounds_;

private:
    /// A game has finished, and its pairing has the points.
    virtual void scored(const ScheduledGame& game, Result result) = 0;
    /// Adds the encounters of the next stage; none when it was the last.
    virtual void stage_over() = 0;

    ScheduleSettings settings_;
    std::vector<ScheduledGame> games_;
    std::size_t encounters_ = 0;
    std::size_t given_ = 0;
    std::size_t finished_ = 0;
};

/// "2.5" for 5.
[[nodiscard]] inline std::string points_text(std::size_t half_points) {
    return fmt::format("{:.1f}", static_cast<double>(half_points) / 2);
}

} // namespace agon::arena
