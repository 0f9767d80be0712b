// Tournaments in stages, each made from the results before it.
#pragma once

#include "tools/match/schedule/schedule.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace agon::match {

/// A stage begins when every game before it is finished, so the games depend on the results and not
/// on the order in which they come in.
class StagedSchedule : public Schedule {
public:
    std::optional<ScheduledGame> next() final {
        return given_ == games_.size() ? std::nullopt : std::optional(games_[given_++]);
    }
    void finished(const ScheduledGame& game, Result result) final {
        score(game, {half_points(result, Side::White), half_points(result, Side::Black)});
        if (++finished_ == games_.size()) stage_over();
    }
    [[nodiscard]] bool over() const final { return finished_ == games_.size(); }

protected:
    explicit StagedSchedule(const ScheduleSettings& settings) : settings_(settings) {}

    [[nodiscard]] const ScheduleSettings& settings() const { return settings_; }
    /// Adds an encounter to the stage; `white` is white in its first game.
    void add_encounter(std::size_t round, std::size_t white, std::size_t black) {
        std::array<std::size_t, 2> players{white, black};
        for (std::size_t i = 0; i < settings_.games; ++i) {
            games_.push_back(
                {games_.size() + 1, round, encounters_, players, std::min(white, black)});
            if (settings_.swap) std::swap(players[0], players[1]);
        }
        ++encounters_;
    }

private:
    /// A game has finished; `half_points` are those of its players, white first.
    virtual void score(const ScheduledGame& game,
                       const std::array<std::size_t, 2>& half_points) = 0;
    /// Adds the encounters of the next stage; none when it was the last.
    virtual void stage_over() = 0;

    ScheduleSettings settings_;
    std::vector<ScheduledGame> games_;
    std::size_t encounters_ = 0;
    std::size_t given_ = 0;
    std::size_t finished_ = 0;
};

/// "2.5" of five.
[[nodiscard]] inline std::string points_text(std::size_t half_points) {
    return fmt::format("{:.1f}", static_cast<double>(half_points) / 2);
}

} // namespace agon::match
