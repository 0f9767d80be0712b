// Pairing a round of a Swiss tournament.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace agon::match {

/// What the pairing depends on.
struct SwissPlayer {
    std::size_t half_points = 0;
    std::size_t byes = 0;
    int balance = 0;                   ///< games with white less games with black
    std::vector<std::size_t> meetings; ///< encounters with each player
};

struct SwissRound {
    std::vector<std::array<std::size_t, 2>> pairings; ///< in each the better placed first
    std::optional<std::size_t> bye;
};

/// The players by points; equal ones in the order of listing.
[[nodiscard]] std::vector<std::size_t> ranked(const std::vector<SwissPlayer>& players);

/// Pairs all players, except for one with a bye when their number is odd. In this order:
///
/// - the bye goes to a player with the fewest byes, to the lowest placed of them that does not make
///   the next two points worse;
/// - as few rematches as possible;
/// - as few pairs as possible in which both had the same colour twice more than the other;
/// - from the top of the table down, a player meets one of its own score if possible: the upper
/// half
///   of the group the lower half in order, but preferably one that is due the other colour. A
///   player that is left over meets the best of the next score.
[[nodiscard]] SwissRound pair_swiss(const std::vector<SwissPlayer>& players);

} // namespace agon::match
