// The Swiss system: every round pairs engines of about the same score (arena.md, Tournaments).
#pragma once

#include "tools/match/schedule/staged_schedule.hpp"
#include "tools/match/schedule/swiss_pairing.hpp"

namespace agon::match {

/// In each of `rounds` rounds an engine has one encounter or a bye, which counts as an encounter
/// won. pair_swiss() makes the pairings. In single games the engine that had white less often has
/// white, else the one that had black last, else colours alternate from table to table.
class Swiss final : public StagedSchedule {
public:
    /// Precondition: make_schedule() has checked the settings.
    explicit Swiss(const ScheduleSettings& settings);

    [[nodiscard]] std::size_t size() const override;
    [[nodiscard]] std::vector<std::size_t> places() const override;
    /// The table by points, then Buchholz (the sum of the opponents' points; a bye counts as an
    /// opponent with the engine's own points, FIDE Handbook C.07), then the order of listing.
    [[nodiscard]] std::string report(const std::vector<std::string>& names) const override;

private:
    void score(const ScheduledGame& game, const std::array<std::size_t, 2>& half_points) override;
    void stage_over() override;
    void begin_round();
    [[nodiscard]] std::array<std::size_t, 2> colours(const std::array<std::size_t, 2>& pairing,
                                                     std::size_t table) const;
    [[nodiscard]] std::size_t buchholz(std::size_t engine) const;

    std::vector<SwissPlayer> players_;
    std::vector<bool> had_white_; ///< in the last game; used when games are single
    std::size_t round_ = 0;
};

} // namespace agon::match
