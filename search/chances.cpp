#include "search/chances.hpp"

#include <cmath>

namespace agon::search {
namespace {

// Equals at a level score draw four games out of five, so each wins one in ten there; the slope is
// that of a guard's journey of four rings (104 units) about doubling the odds three times.
constexpr double MIDDLE = 110.0; ///< the score at which half of the games are won
constexpr double SLOPE = 50.0;

int wins_in_thousand(Score score) {
    return static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((MIDDLE - score) / SLOPE))));
}

} // namespace

WinDrawLoss chances(Score score) {
    const int win = wins_in_thousand(score);
    const int loss = wins_in_thousand(-score);
    return {win, 1000 - win - loss, loss};
}

} // namespace agon::search
