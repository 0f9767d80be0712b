// Logistic regression.
#pragma once

#include <span>
#include <vector>

namespace agon::tune {

/// One observation. The chance of `result` = 1 is 1 / (1 + exp(-coefficients * weights)).
struct Sample {
    std::vector<float> coefficients;
    double result = 0.5;     ///< 1 won, 0.5 drawn, 0 lost
    double importance = 1.0; ///< how many observations it stands for
};

/// The logit of a sample; coefficients beyond the last weight do not count.
[[nodiscard]] double product(const Sample& sample, std::span<const double> weights);

/// The mean cross-entropy by importance; 0 without samples. A draw is half a win and half a loss,
/// so it costs at least log 2.
[[nodiscard]] double loss(std::span<const Sample> samples, std::span<const double> weights);

/// The factor of `weights` that makes loss() least; 0 or more.
[[nodiscard]] double best_scale(std::span<const Sample> samples, std::span<const double> weights);

/// The weights of least loss under a normal prior around `prior` with standard deviation `spread`,
/// so that a weight the samples say nothing of stays where it was. Newton's method; the loss is
/// convex. Deterministic.
[[nodiscard]] std::vector<double> fit(std::span<const Sample> samples,
                                      std::span<const double> prior, double spread);

} // namespace agon::tune
