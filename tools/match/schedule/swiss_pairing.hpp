// Pairing a round of a Swiss tournament.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace agon::match {

/// What a pairing depends on.
struct SwissPlayer {
    std::size_t half_points = 0;
    std::size_t byes = 0;
    int balance = 0;                   ///< games with white less games with black
    std::vector<std::size_t> meetings; ///< encounters with each player
};

struct SwissRound {
    std::vector<std::array<std::size_t, 2>> pairings; ///< the better placed of each pair first
    std::optional<std::size_t> bye;
};

/// The players by points, the first listed before others of as many.
[[nodiscard]] std::vector<std::size_t> ranked(const std::vector<SwissPlayer>& players);

/// Pairs all players, but for one with a bye when their number is odd.
///
/// The bye goes to one of those who had the fewest: to the lowest placed of them, unless that costs
/// a fault of the next sentence. As few as possible meet again; next, as few as possible meet who
/// both had one colour two times too many. Then, from the top of the table down: an engine meets
/// one of its own score if there is any, the upper half of the group the lower half in order, but
/// rather one who wants the other colour; who is left over meets the best of the next score.
[[nodiscard]] SwissRound pair_swiss(const std::vector<SwissPlayer>& players);

} // namespace agon::match
