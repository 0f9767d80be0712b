// The chances of winning that a score stands for: the one curve of the engine, the reviews and the
// pages. Only games can tell what a centipawn is worth in Agon.
#pragma once

#include <algorithm>
#include <cmath>

namespace agon {

/// In thousandths, from the side that the score is from; they add up to 1000.
struct WinDrawLoss {
    int win, draw, loss;

    /// The expected points from the game, 0 to 1; a draw is half a point.
    [[nodiscard]] double expected() const { return (1000 + win - loss) / 2000.0; }
};

/// The score at which half of the games are won, if only the score is known.
inline constexpr double HALF_WON = 141.0;
/// The points of score from there to where 73 of 100 games are won.
inline constexpr double CHANCE_SLOPE = 117.0;

/// The win is a logistic curve of the score, one half at `half_won`, which is not negative; the
/// loss is its mirror image, the draw the rest.
[[nodiscard]] inline WinDrawLoss win_draw_loss(int score, double half_won = HALF_WON) {
    // Fitted by `tools/lab/fit-wdl games.jsonl` to self-play games at 5,000 nodes per action, from
    // 300 openings of the book of the standard setup, of which 198 were drawn. The log loss is
    // 0.9640 over 122,854 scores. It is 1.0375 without the score.
    // Games that it was not fitted to, of
    //   agon-match -engine cmd=agon name=a -engine cmd=agon name=b -each nodes=N -rounds 150
    //     -repeat -srand 7 -openings file=standard.epd format=epd order=random
    // by `fit-wdl --curve 141 117`: the log loss, and the mean squared error of the expected
    // points, each beside that of a constant guess for all scores.
    //       N  games  log loss         squared error
    //   1,000    300  1.0098 / 1.0377  0.1187 / 0.1243   (-games 1 -srand 9)
    //   5,000    300  0.9049 / 0.9188  0.0872 / 0.0932
    //  50,000     47  0.6632 / 0.3026  0.0140 / 0.0175
    // At 50,000 nodes nearly all games are drawn, far more than the curve says; its expected points
    // hold there too. That is why networks have an output for `half_won`.
    const auto wins = [half_won](int points) {
        const double chance = 1.0 / (1.0 + std::exp((half_won - points) / CHANCE_SLOPE));
        return static_cast<int>(std::lround(1000.0 * chance));
    };
    const int win = wins(score);
    const int loss = std::min(wins(-score), 1000 - win); // both may have been rounded up
    return {win, 1000 - win - loss, loss};
}

} // namespace agon
