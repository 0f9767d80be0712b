// Pairing a round of a Swiss tournament.
#pragma once

#include "tools/arena/schedule/knockout.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace agon::match {

/// What the pairing depends on.
struct SwissPlayer {
    std::size_t half_points = 0;
    std::size_t byes = 0;
    int balance = 0;                   ///< games with white minus games with black
    std::vector<std::size_t> meetings; ///< encounters with each player
};

struct SwissRound {
    std::vector<std::array<std::size_t, 2>> pairings; ///< the better placed first
    std::optional<std::size_t> bye;
};

/// The players by points; ties keep the order of listing.
[[nodiscard]] std::vector<std::size_t> ranked(const std::vector<SwissPlayer>& players);

/// Pairs all players; when their number is odd, one gets a bye. Priorities, highest first:
///
/// - the bye goes to a player with the fewest byes: of these, to the lowest placed whose bye does
///   not make the next two points worse;
/// - as few rematches as possible;
/// - as few pairs as possible in which both players have an excess of two of the same colour;
/// - from the top of the table down, players meet others of their score if possible. The upper half
///   of a score group meets the lower half in order, but first those due the other colour. Players
///   left over meet the best of the next score.
[[nodiscard]] SwissRound pair_swiss(const std::vector<SwissPlayer>& players);

// The Swiss system: every round pairs engines of about the same score (arena.md, Tournaments).

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

} // namespace agon::match
