// A sequential test as a random walk between two bounds (Wald 1945).
#pragma once

namespace agon::arena {

/// Expectation and variance of a step. Precondition: variance > 0.
struct Steps {
    double drift;
    double variance;
};

struct Passage {
    double up;    ///< probability that the upper bound is reached first
    double steps; ///< expected number of steps until either bound
};

/// `below` is the distance of the start from the lower bound, `above` that from the upper one, both
/// more than 0. The walk is assumed to be continuous: it does not overshoot the bounds.
[[nodiscard]] Passage first_passage(Steps steps, double below, double above);

} // namespace agon::arena
