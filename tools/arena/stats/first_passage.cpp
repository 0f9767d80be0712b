#include "tools/arena/stats/first_passage.hpp"

#include <algorithm>
#include <cmath>

namespace agon::arena {

Passage first_passage(Steps steps, double below, double above) {
    const double width = below + above;
    const double steepness = 2 * std::abs(steps.drift) / steps.variance;
    // Without drift the formulas below divide by 0.
    if (steepness * width < 1e-3) return {below / width, below * above / steps.variance};
    double up = std::expm1(-steepness * below) / std::expm1(-steepness * width);
    if (steps.drift < 0) up *= std::exp(-steepness * above);
    return {up, std::max(0.0, (up * width - below) / steps.drift)};
}

} // namespace agon::arena
