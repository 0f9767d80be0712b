// The Swiss system: everybody plays every round, against one of about the same score.
#pragma once

#include "tools/match/schedule/staged_schedule.hpp"
#include "tools/match/schedule/swiss_pairing.hpp"

namespace agon::match {

/// `rounds` rounds, in each of which an engine has one encounter or a bye, which counts as an
/// encounter won. Pairings are those of pair_swiss(). A single game gives white to who has had it
/// less often, or else had black last; then the tables alternate.
class Swiss final : public StagedSchedule {
public:
    /// Precondition: make_schedule() has looked at the settings.
    explicit Swiss(const ScheduleSettings& settings);

    [[nodiscard]] std::size_t size() const override;
    /// The table, by points, then Buchholz (the sum of the opponents' points; a bye is an opponent
    /// of the same points, FIDE Handbook C.07), then the order of listing.
    [[nodiscard]] std::string report(const std::vector<std::string>& names) const override;

private:
    void score(const ScheduledGame& game, const std::array<std::size_t, 2>& half_points) override;
    void stage_over() override;
    void begin_round();
    [[nodiscard]] std::array<std::size_t, 2> colours(const std::array<std::size_t, 2>& pairing,
                                                     std::size_t table) const;
    [[nodiscard]] std::size_t buchholz(std::size_t engine) const;

    std::vector<SwissPlayer> players_;
    std::vector<bool> had_white_; ///< in its last game, when games are single
    std::size_t round_ = 0;
};

} // namespace agon::match
