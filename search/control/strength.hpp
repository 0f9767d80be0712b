// Playing below full strength (`UCI_LimitStrength`, `UCI_Elo`; protocols.md section 1 (Options)).
#pragma once

#include <array>
#include <cstdint>

namespace agon::search {

/// A limit on nodes per action and the rating measured for it in matches.
struct Rung {
    std::uint64_t nodes;
    int elo;
};

// By `tools/fit-elo --rungs 9`: 200 games of each rung against the next two, `classic` from random
// openings, a draw half a win. Standard errors of the distance from the lowest: 19 to 39.
inline constexpr std::array<Rung, 9> LADDER = {{
    {50, 500}, // by definition; hardly more than a search of one ply
    {100, 516},
    {200, 568},
    {400, 650},
    {800, 724},
    {1600, 858},
    {3200, 985},
    {6400, 1140},
    {12800, 1250},
}};

inline constexpr int MIN_ELO = LADDER.front().elo;
inline constexpr int MAX_ELO = LADDER.back().elo;

/// The limit on nodes per action for a rating of MIN_ELO to MAX_ELO. Between two rungs the
/// logarithm of the nodes is interpolated.
[[nodiscard]] std::uint64_t nodes_for(int elo);

} // namespace agon::search
