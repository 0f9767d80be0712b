// The Swiss system: every round pairs engines of about the same score (arena.md, Tournaments).
#pragma once

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/staged_schedule.hpp"
#include "tools/arena/schedule/swiss_pairing.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace agon::arena {

/// In each of `rounds` rounds an engine has one encounter or a bye, which counts as an encounter
/// won. pair_swiss() makes the pairings. In single games white goes to the engine with the lower
/// balance, on a tie to the one that had black last; otherwise colours alternate by table.
class Swiss final : public StagedSchedule {
public:
    /// Precondition: make_schedule() has checked the settings.
    explicit Swiss(const ScheduleSettings& settings);

    [[nodiscard]] std::size_t size() const override;
    [[nodiscard]] std::vector<Standing> standings() const override;
    /// The table by points, then Buchholz (the sum of the opponents' points; a bye counts as an
    /// opponent with the engine's own points, FIDE Handbook C.07), then the order of listing.
    [[nodiscard]] std::string report(const std::vector<std::string>& names) const override;

private:
    void scored(const ScheduledGame& game, Result result) override;
    void stage_over() override;
    void begin_round();
    [[nodiscard]] std::array<std::size_t, 2> colours(const std::array<std::size_t, 2>& pairing,
                                                     std::size_t table) const;
    [[nodiscard]] std::size_t buchholz(std::size_t engine) const;

    std::vector<SwissPlayer> players_;
    std::vector<bool> had_white_; ///< in the last game; used for single games
};

} // namespace agon::arena
