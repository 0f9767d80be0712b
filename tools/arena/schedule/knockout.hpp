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

// The knockout: the loser of a pairing is out (arena.md, Tournaments).

/// Engines are seeded in the order of listing, so the first two can only meet in the final. The
/// first have byes in round 1 when the number of engines is not a power of two. A pairing is
/// `rounds` encounters. A pairing that is level then plays further encounters, one at a time, until
/// one decides it; after MAX_FURTHER of them the engine listed first goes on.
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
    struct Pairing {
        std::array<std::size_t, 2> players;       ///< in the order of listing
        std::array<std::size_t, 2> half_points{}; ///< of them
        std::size_t encounters = 0;
        bool bye = false; ///< the second does not exist
        bool decided = false;

        [[nodiscard]] bool level() const { return half_points[0] == half_points[1]; }
        [[nodiscard]] std::size_t winner() const {
            return players[half_points[1] > half_points[0] ? 1 : 0];
        }
    };

    void score(const ScheduledGame& game, const std::array<std::size_t, 2>& half_points) override;
    void stage_over() override;
    /// Pairs neighbours; engines beyond the number of engines do not exist.
    void begin_round(const std::vector<std::size_t>& slots);
    void play(Pairing& pairing);

    std::vector<std::vector<Pairing>> rounds_; ///< in the order of the bracket
    std::size_t further_ = 0;                  ///< encounters
};

} // namespace agon::match
