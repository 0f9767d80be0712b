#include "tools/arena/stats/rated_results.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agon::arena {

RatedResults shares_of_empty_cells(const RatedResults& results) {
    struct Seen {
        bool paired = false;
        std::array<bool, 5> scored{}; // by pairs
        std::array<bool, 3> ended{};  // by single games
    };
    std::map<std::pair<std::size_t, std::size_t>, Seen> pairings;
    for (const auto& [unit, count] : results) {
        if (count <= 0) continue;
        const auto [low, high] = std::minmax(unit.white, unit.black);
        Seen& pairing = pairings[{low, high}];
        const std::size_t most = unit.second ? 4 : 2, points = half_points_of(unit);
        const std::size_t cell = unit.white == low ? points : most - points;
        pairing.paired |= unit.second.has_value();
        (unit.second ? pairing.scored[cell] : pairing.ended[cell]) = true;
    }
    RatedResults shares;
    for (const auto& [players, pairing] : pairings) {
        const auto [low, high] = players;
        for (std::size_t cell = 0; pairing.paired && cell < 5; ++cell) {
            if (pairing.scored[cell]) continue;
            // Both ways to score it without a win and a loss.
            for (const std::size_t first : {cell / 2, (cell + 1) / 2})
                shares[{low, high, first, 2 - (cell - first)}] += 0.1;
        }
        for (std::size_t cell = 0; !pairing.paired && cell < 3; ++cell) {
            if (pairing.ended[cell]) continue;
            shares[{low, high, cell, std::nullopt}] += 1.0 / 6; // with either colour
            shares[{high, low, 2 - cell, std::nullopt}] += 1.0 / 6;
        }
    }
    return shares;
}

} // namespace agon::arena
