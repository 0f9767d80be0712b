// Logistic regression: the chance of winning as a curve over a weighted sum.
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

/// The sum that the chance is a curve over; coefficients beyond the last weight do not count.
[[nodiscard]] double product(const Sample& sample, std::span<const double> weights);

/// The mean of minus the logarithm of what the curve thought of the results, by importance. A draw
/// counts as half a win and half a loss, so its least value is log 2. No samples: 0.
[[nodiscard]] double loss(std::span<const Sample> samples, std::span<const double> weights);

/// What multiplies `weights` so that loss() is least; 0 or more.
[[nodiscard]] double best_scale(std::span<const Sample> samples, std::span<const double> weights);

/// The weights of least loss, held back towards `prior` as by observations that say "within
/// `spread` of it" (a normal distribution), so that what the samples say nothing of stays where it
/// was. By Newton's method: the loss has one minimum. The same for the same arguments.
[[nodiscard]] std::vector<double> fit(std::span<const Sample> samples,
                                      std::span<const double> prior, double spread);

} // namespace agon::tune
