// Ratings from results (arena.md, Statistics).
#pragma once

#include <cstdint>
#include <span>

namespace agon::arena {

/// Numbers of units by their score: games by loss, draw, win (three cells), or pairs of games by 0,
/// 1/2, 1, 3/2, 2 points (five cells).
using Cells = std::span<const std::uint64_t>;

struct Estimate {
    double value;
    double error; ///< half of the 95 % interval
};

struct Rating {
    Estimate elo;        ///< logistic
    Estimate normalized; ///< Van den Bergh, "Normalized Elo": in standard deviations of a game
    double los;          ///< likelihood of superiority, 0..1
    double draw_ratio;   ///< share of the level units, 0..1; 0 without units
};

/// Everything is finite and no error is 0, because an empty cell counts as its share of one unit.
/// Precondition: three or five cells.
[[nodiscard]] Rating rate(Cells cells);

/// Expectation and variance of a unit's score, itself 0..1, under probabilities by cell.
struct Moments {
    double mean;
    double variance;
};
[[nodiscard]] Moments moments(std::span<const double> probabilities);

/// The score of a unit in cell `i` of `cells`, 0..1.
[[nodiscard]] constexpr double cell_score(std::size_t i, std::size_t cells) {
    return static_cast<double>(i) / static_cast<double>(cells - 1);
}

/// Normalised Elo of a unit whose score is a standard deviation above 1/2.
[[nodiscard]] double normalized_scale(std::size_t cells);

} // namespace agon::arena
