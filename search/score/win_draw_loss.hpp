// From a score to the probabilities of a win, a draw and a loss.
#pragma once

#include "search/score/score.hpp"

namespace agon::search {

/// In thousandths, from the side that the score is from; they add up to 1000.
struct WinDrawLoss {
    int win, draw, loss;
};

/// The win is a logistic curve of the score, the loss its mirror image, the draw the rest.
[[nodiscard]] WinDrawLoss win_draw_loss(Score score);

} // namespace agon::search
