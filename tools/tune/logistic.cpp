#include "tools/tune/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace agon::tune {
namespace {

constexpr int MOST_ITERATIONS = 50;
constexpr double SMALL_STEP = 1e-9; ///< in logits; further ones change no printed digit

double sigmoid(double logit) { return 1 / (1 + std::exp(-logit)); }

/// log(1 + exp(x)) without overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

/// The negative log-likelihood of the samples, by importance.
double total_loss(std::span<const Sample> samples, std::span<const double> weights) {
    double sum = 0;
    for (const Sample& sample : samples) {
        const double logit = product(sample, weights);
        sum += sample.importance * (softplus(logit) - sample.result * logit);
    }
    return sum;
}

/// The negative logarithm of the prior, without its constant.
double prior_loss(std::span<const double> prior, std::span<const double> weights, double spread) {
    double sum = 0;
    for (std::size_t i = 0; i < prior.size(); ++i)
        sum += (weights[i] - prior[i]) * (weights[i] - prior[i]);
    return sum / (2 * spread * spread);
}

/// Linear equations with a symmetric positive definite matrix, of which the lower triangle is set.
class Equations {
public:
    explicit Equations(std::size_t size) : size_(size), matrix_(size * size), right_(size) {}

    double& at(std::size_t row, std::size_t column) { return matrix_[row * size_ + column]; }
    double& right(std::size_t row) { return right_[row]; }

    /// By Cholesky's decomposition, in place.
    std::vector<double> solved() {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                double sum = at(i, j);
                for (std::size_t k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
                at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
            }
            for (std::size_t k = 0; k < i; ++k) right_[i] -= at(i, k) * right_[k];
            right_[i] /= at(i, i);
        }
        for (std::size_t i = size_; i-- > 0;) {
            for (std::size_t k = i + 1; k < size_; ++k) right_[i] -= at(k, i) * right_[k];
            right_[i] /= at(i, i);
        }
        return right_;
    }

private:
    std::size_t size_;
    std::vector<double> matrix_, right_;
};

/// Newton's step: to the minimum of the loss if it were quadratic.
std::vector<double> newton_step(std::span<const Sample> samples, std::span<const double> prior,
                                double spread, std::span<const double> weights) {
    const std::size_t count = weights.size();
    Equations equations(count);
    for (std::size_t i = 0; i < count; ++i) {
        equations.at(i, i) = 1 / (spread * spread);
        equations.right(i) = (prior[i] - weights[i]) / (spread * spread);
    }
    std::vector<std::size_t> present; // most coefficients are 0
    for (const Sample& sample : samples) {
        present.clear();
        for (std::size_t i = 0; i < count; ++i)
            if (sample.coefficients[i] != 0) present.push_back(i);
        const double p = sigmoid(product(sample, weights));
        const double curvature = sample.importance * p * (1 - p);
        const double residual = sample.importance * (sample.result - p);
        for (const std::size_t i : present) {
            const auto x = static_cast<double>(sample.coefficients[i]);
            equations.right(i) += residual * x;
            for (const std::size_t j : present) {
                if (j > i) break;
                equations.at(i, j) += curvature * x * static_cast<double>(sample.coefficients[j]);
            }
        }
    }
    return equations.solved();
}

} // namespace

double product(const Sample& sample, std::span<const double> weights) {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        sum += static_cast<double>(sample.coefficients[i]) * weights[i];
    return sum;
}

double loss(std::span<const Sample> samples, std::span<const double> weights) {
    double importance = 0;
    for (const Sample& sample : samples) importance += sample.importance;
    return importance > 0 ? total_loss(samples, weights) / importance : 0;
}

double best_scale(std::span<const Sample> samples, std::span<const double> weights) {
    std::vector<Sample> sums;
    sums.reserve(samples.size());
    for (const Sample& sample : samples)
        sums.push_back(
            {{static_cast<float>(product(sample, weights))}, sample.result, sample.importance});
    // A wide prior, which only keeps the equations solvable when all sums are 0.
    constexpr double WIDE = 1e3;
    const std::vector<double> none{0.0};
    return std::max(0.0, fit(sums, none, WIDE)[0]);
}

std::vector<double> fit(std::span<const Sample> samples, std::span<const double> prior,
                        double spread) {
    std::vector<double> weights(prior.begin(), prior.end());
    const auto total = [&](std::span<const double> at) {
        return total_loss(samples, at) + prior_loss(prior, at, spread);
    };
    double least = total(weights);
    for (int iteration = 0; iteration < MOST_ITERATIONS; ++iteration) {
        const std::vector<double> step = newton_step(samples, prior, spread, weights);
        double largest = 0;
        for (const double part : step) largest = std::max(largest, std::abs(part));
        if (largest < SMALL_STEP) break;
        // Far from the minimum the full step may increase the loss: then it is halved.
        double length = 1;
        std::vector<double> next(weights.size());
        double value = 0;
        do {
            for (std::size_t i = 0; i < next.size(); ++i) next[i] = weights[i] + length * step[i];
            value = total(next);
            length /= 2;
        } while (value > least && length > SMALL_STEP);
        if (value >= least) break;
        weights = next;
        least = value;
    }
    return weights;
}

} // namespace agon::tune
