// Limited strength: ratings measured for node limits (`UCI_LimitStrength`, `UCI_Elo`; protocols.md
// section 1 (Options)).
#pragma once

#include <array>
#include <cstdint>

namespace agon::search {

/// A limit on nodes per action and the rating measured for it in matches.
struct Rung {
    std::uint64_t nodes;
    int elo;
};

// Measured by `tools/lab/fit-elo --rungs 9`: 200 games of each rung against the next two,
// `classic`, random openings, draw = half a win. Standard error from the lowest rung: 19 to 35.
// `tools/bots/greedy.py`, which looks one action ahead, scores 2.5 of 100 points against 500.
inline constexpr std::array<Rung, 9> LADDER = {{
    {50, 500}, // by definition; hardly more than a one-ply search
    {100, 527},
    {200, 552},
    {400, 578},
    {800, 633},
    {1600, 690},
    {3200, 734},
    {6400, 787},
    {12800, 827},
}};

inline constexpr int MIN_ELO = LADDER.front().elo;
inline constexpr int MAX_ELO = LADDER.back().elo;

/// The limit on nodes per action for a rating of MIN_ELO to MAX_ELO. Interpolates the logarithm of
/// the nodes between rungs.
[[nodiscard]] std::uint64_t nodes_for(int elo);

} // namespace agon::search
