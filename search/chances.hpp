// From a score to the chances of winning, drawing and losing.
#pragma once

#include "search/listener.hpp"
#include "search/score.hpp"

namespace agon::search {

/// From the side that the score is from. Two logistic curves, one for winning and its mirror for
/// losing; a draw is what they leave.
[[nodiscard]] WinDrawLoss chances(Score score);

} // namespace agon::search
