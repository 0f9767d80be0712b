// The chances that a score stands for. Engines report scores in centipawns, and what a centipawn is
// worth in Agon only games can tell.
#pragma once

#include <cmath>

namespace agon {

/// In thousandths, from the side that the score is from; they add up to 1000.
struct WinDrawLoss {
    int win, draw, loss;

    /// The points to be expected from the game, 0 to 1; a draw is half a point.
    [[nodiscard]] double expected() const { return (1000 + win - loss) / 2000.0; }
};

/// The win is a logistic curve of the score, the loss its mirror image, the draw the rest.
[[nodiscard]] inline WinDrawLoss win_draw_loss(int score) {
    // Fitted by `tools/lab/fit-wdl games.jsonl` to self-play games at 5,000 nodes per action, from
    // 300 openings of the book of the standard setup, of which 198 were drawn. The log loss is
    // 0.9640 over 122,854 scores. It is 1.0375 without the score.
    // Games that it was not fitted to, of
    //   agon-match -engine cmd=agon name=a -engine cmd=agon name=b -each nodes=N -rounds 150
    //     -repeat -srand 7 -openings file=standard.epd format=epd order=random
    // by `fit-wdl --curve 141 117`: the log loss, and the mean square of what the expected points
    // are wrong by, each beside that of one guess for all scores.
    //       N  games  log loss         squared error
    //   1,000    300  1.0098 / 1.0377  0.1187 / 0.1243   (-games 1 -srand 9)
    //   5,000    300  0.9049 / 0.9188  0.0872 / 0.0932
    //  50,000     47  0.6632 / 0.3026  0.0140 / 0.0175
    // At 50,000 nodes nearly all games are drawn, far more than the curve says; what it says of the
    // expected points holds there too.
    constexpr double MIDDLE = 141.0; // half of the games are won at this score
    constexpr double SLOPE = 117.0;
    const auto wins = [](int points) {
        return static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((MIDDLE - points) / SLOPE))));
    };
    const int win = wins(score);
    const int loss = wins(-score);
    return {win, 1000 - win - loss, loss};
}

} // namespace agon
