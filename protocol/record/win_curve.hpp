// The engine's win curve for those that draw it themselves, as pages do.
#pragma once

#include <array>

namespace agon {

/// What expected_points() is made of: the score at which half of the games are won, and the slope
/// (search/score/win_curve.hpp).
[[nodiscard]] std::array<double, 2> win_curve();

} // namespace agon
