// A random walk between two bounds, as a sequential test makes one (Wald 1945).
#pragma once

namespace agon::match {

/// Expectation and variance of a step. Precondition: variance > 0.
struct Steps {
    double drift;
    double variance;
};

struct Passage {
    double up;    ///< probability that the upper bound is reached first
    double steps; ///< expected number of steps until either bound
};

/// From a point that lies `below` above the lower bound and `above` below the upper one, both more
/// than 0. The walk is taken for continuous, so that it does not overshoot the bounds.
[[nodiscard]] Passage first_passage(Steps steps, double below, double above);

} // namespace agon::match
