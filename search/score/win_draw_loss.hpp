// From a score to the chances of winning, drawing and losing.
#pragma once

#include "search/score/score.hpp"

namespace agon::search {

/// Chances in thousandths, from the side that the score is from; they add up to 1000.
struct WinDrawLoss {
    int win, draw, loss;
};

/// Two logistic curves, one for winning and its mirror for
/// losing; a draw is what they leave.
[[nodiscard]] WinDrawLoss win_draw_loss(Score score);

} // namespace agon::search
