// Pairing a round of a Swiss tournament.
#pragma once

#include "protocol/record/result.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace agon::arena {

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

/// Pairs all players; if their number is odd, one gets a bye. Priorities, highest first:
///
/// - the bye goes to a player with the fewest byes: of these, to the lowest placed whose bye does
///   not make the next two points worse;
/// - the fewest rematches;
/// - the fewest pairs in which both players have an excess of two of the same colour;
/// - from the top of the table down, players meet others of their score if possible. The upper half
///   of a score group meets the lower half in order, but first those due the other colour. Players
///   left over meet the best of the next score.
[[nodiscard]] SwissRound pair_swiss(const std::vector<SwissPlayer>& players);

} // namespace agon::arena
