// The knockout: the loser of a pairing is out (arena.md, Tournaments).
#pragma once

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/schedule/staged_schedule.hpp"

namespace agon::arena {

/// Engines are seeded in the order of listing, so the first two can only meet in the final. If
/// the number of engines is not a power of two, the first ones have byes in round 1. A pairing is
/// `rounds` encounters. If it is level then, further encounters follow, one at a time, until one
/// decides it; after MAX_FURTHER of them the engine listed first advances.
class Knockout final : public StagedSchedule {
public:
    static constexpr std::size_t MAX_FURTHER = 8;

    /// Precondition: make_schedule() has checked the settings.
    explicit Knockout(const ScheduleSettings& settings);

    /// Without further encounters that may still follow.
    [[nodiscard]] std::size_t size() const override;
    /// The bracket: a line for each pairing, and the winner.
    [[nodiscard]] std::string report(const std::vector<std::string>& names) const override;

private:
    void scored(const ScheduledGame&, Result) override {}
    void stage_over() override;
    /// Pairs neighbours; a slot beyond the number of engines is empty.
    void begin_round(const std::vector<std::size_t>& slots);
    /// Adds an encounter, numbered from 0, of an undecided pairing.
    void play(const Pairing& pairing, std::size_t encounter);

    std::size_t extra_ = 0;   ///< encounters of each level pairing of the round
    std::size_t further_ = 0; ///< encounters, of all pairings
};

} // namespace agon::arena
