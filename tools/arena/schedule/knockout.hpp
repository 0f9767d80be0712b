// Tournaments in stages, and the knockout (arena.md, Tournaments).
#pragma once

#include "tools/arena/schedule/schedule.hpp"

#include <algorithm>
#include <spdlog/fmt/fmt.h>

namespace agon::match {

// Tournaments in stages, each made from the results before it.

/// A stage begins when every game before it is finished, so the games depend on the results and not
/// on the order in which they come in.
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

// The knockout: the loser of a pairing is out (arena.md, Tournaments).

/// Engines are seeded in the order of listing, so the first two can only meet in the final. When
/// the number of engines is not a power of two, the first ones have byes in round 1. A pairing is
/// `rounds` encounters. If it is level then, it plays further encounters, one at a time, until one
/// decides it; after MAX_FURTHER of them the engine listed first goes on.
class Knockout final : public StagedSchedule {
public:
    static constexpr std::size_t MAX_FURTHER = 8;

    /// Precondition: make_schedule() has checked the settings.
    explicit Knockout(const ScheduleSettings& settings);

    /// Without further encounters that may still come.
    [[nodiscard]] std::size_t size() const override;
    /// The bracket: a line for each pairing, and the winner.
    [[nodiscard]] std::string report(const std::vector<std::string>& names) const override;

private:
    void scored(const ScheduledGame&, Result) override {}
    void stage_over() override;
    /// Pairs neighbours; engines beyond the number of engines do not exist.
    void begin_round(const std::vector<std::size_t>& slots);
    /// Adds the encounter, from 0, of a pairing that is not decided.
    void play(const Pairing& pairing, std::size_t encounter);

    std::size_t extra_ = 0;   ///< encounters of each level pairing of the round
    std::size_t further_ = 0; ///< encounters, of all pairings
};

} // namespace agon::match
