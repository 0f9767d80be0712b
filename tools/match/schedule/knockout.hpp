// The knockout: the loser of a pairing is out (arena.md, Tournaments).
#pragma once

#include "tools/match/schedule/staged_schedule.hpp"

namespace agon::match {

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
