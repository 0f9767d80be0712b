#include "protocol/record/win_curve.hpp"

#include "search/score/win_curve.hpp"

namespace agon {

std::array<double, 2> win_curve() { return {HALF_WON, CHANCE_SLOPE}; }

} // namespace agon
