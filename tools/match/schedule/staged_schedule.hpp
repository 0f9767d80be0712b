// Tournaments of stages, each made from the results of those before it.
#pragma once

#include "tools/match/schedule/schedule.hpp"

namespace agon::match {

/// A stage begins when every game before it is finished, so its games depend on what the results
/// are and not on when they came in.
class StagedSchedule : public Schedule {
public:
    std::optional<ScheduledGame> next() final;
    void finished(const ScheduledGame& game, Result result) final;
    [[nodiscard]] bool over() const final;

protected:
    explicit StagedSchedule(const ScheduleSettings& settings) : settings_(settings) {}

    [[nodiscard]] const ScheduleSettings& settings() const { return settings_; }
    /// Adds an encounter to the stage; `white` has white in its first game.
    void add_encounter(std::size_t round, std::size_t white, std::size_t black);

private:
    /// Half points that a finished game has brought its players, white first.
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
[[nodiscard]] std::string points_text(std::size_t half_points);

} // namespace agon::match
