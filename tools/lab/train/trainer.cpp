#include "tools/lab/train/trainer.hpp"

#include "engine/game/symmetry.hpp"

#include <algorithm>
#include <barrier>
#include <cassert>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <thread>

namespace agon::train {
namespace {

constexpr float BETA1 = 0.9F, BETA2 = 0.999F, EPSILON = 1e-8F;

/// The rows of the first layer that training does not change: those of rules that all samples
/// share. They would be part of the bias, and rules with another value would lack that part.
std::vector<bool> shared_rows(const std::vector<RuleSet>& rules) {
    std::vector<std::size_t> uses(search::nnue::ROW_COUNT);
    for (const RuleSet& set : rules)
        search::nnue::for_each_rule_row(set, [&](std::size_t row) { ++uses[row]; });
    std::vector<bool> shared;
    for (const std::size_t count : uses) shared.push_back(count == rules.size());
    return shared;
}

/// What an epoch's threads share. Each takes its part of every batch and then, when all are done,
/// its part of the parameters; parts depend on the number of threads only.
class Epoch {
public:
    Epoch(const Samples& samples, const FitSettings& settings, FitState& state)
        : samples_(samples), settings_(settings), state_(state),
          shared_(shared_rows(samples.rules)), count_(static_cast<std::size_t>(settings.threads)),
          barrier_(settings.threads), gradients_(count_, Parameters(PARAMETER_COUNT)),
          losses_(count_) {
        std::mt19937_64 random(settings.seed + static_cast<std::uint64_t>(state.epoch) * 1'000'003);
        order_.reserve(samples.learned.size());
        for (const Sample& sample : samples.learned) order_.push_back(&sample);
        for (std::size_t i = order_.size(); i > 1; --i)
            std::swap(order_[i - 1], order_[random() % i]);
        for (std::size_t i = 0; i < order_.size(); ++i)
            turns_.push_back(static_cast<std::uint8_t>(random() % SYMMETRY_COUNT));
    }

    /// The mean loss.
    double run() {
        {
            std::vector<std::jthread> others;
            for (std::size_t i = 1; i < count_; ++i) others.emplace_back([this, i] { work(i); });
            work(0);
        }
        return std::accumulate(losses_.begin(), losses_.end(), 0.0) /
               static_cast<double>(order_.size());
    }

private:
    [[nodiscard]] static std::size_t part(std::size_t size, std::size_t i, std::size_t count) {
        return size * i / count;
    }

    void work(std::size_t me) {
        const std::size_t batches = (order_.size() + settings_.batch - 1) / settings_.batch;
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const std::size_t first = batch * settings_.batch;
            const std::size_t size = std::min(settings_.batch, order_.size() - first);
            const std::size_t begin = first + part(size, me, count_);
            const std::size_t length = first + part(size, me + 1, count_) - begin;
            std::ranges::fill(gradients_[me], 0.0F);
            losses_[me] +=
                losses(state_.parameters, samples_.rules, std::span(order_).subspan(begin, length),
                       std::span(turns_).subspan(begin, length), &gradients_[me]);
            barrier_.arrive_and_wait();
            step(part(PARAMETER_COUNT, me, count_), part(PARAMETER_COUNT, me + 1, count_), size,
                 state_.step + batch + 1, batches);
            barrier_.arrive_and_wait();
        }
        if (me == 0) state_.step += batches;
    }

    /// Adam with decoupled decay, for the parameters from `first` to `last`.
    void step(std::size_t first, std::size_t last, std::size_t size, std::uint64_t number,
              std::size_t batches) {
        const double whole = static_cast<double>(batches) * settings_.epochs;
        const double done = std::min(1.0, static_cast<double>(number) / whole);
        const double rate =
            settings_.rate * (0.01 + 0.99 * 0.5 * (1 + std::cos(std::numbers::pi * done)));
        const auto n = static_cast<double>(number);
        const auto scaled = static_cast<float>(rate / (1 - std::pow(double{BETA1}, n)));
        const auto spread = static_cast<float>(1 / std::sqrt(1 - std::pow(double{BETA2}, n)));
        const auto kept = static_cast<float>(1 - rate * settings_.decay);
        for (std::size_t i = first; i < last; ++i) {
            if (i < BIAS_AT && shared_[i / search::nnue::HIDDEN]) continue;
            float gradient = 0;
            for (const Parameters& part : gradients_) gradient += part[i];
            gradient /= static_cast<float>(size);
            float& m = state_.momentum[i];
            float& v = state_.variance[i];
            m = BETA1 * m + (1 - BETA1) * gradient;
            v = BETA2 * v + (1 - BETA2) * gradient * gradient;
            state_.parameters[i] =
                state_.parameters[i] * kept - scaled * m / (std::sqrt(v) * spread + EPSILON);
        }
        clip(state_.parameters, first, last);
    }

    const Samples& samples_;
    const FitSettings& settings_;
    FitState& state_;
    std::vector<bool> shared_; ///< by row
    std::size_t count_;
    std::barrier<> barrier_;
    std::vector<const Sample*> order_;
    std::vector<std::uint8_t> turns_;
    std::vector<Parameters> gradients_;
    std::vector<double> losses_;
};

double held_out_loss(const Samples& samples, const Parameters& parameters) {
    std::vector<const Sample*> all;
    for (const Sample& sample : samples.held_out) all.push_back(&sample);
    const std::vector<std::uint8_t> turns(all.size());
    return losses(parameters, samples.rules, all, turns, nullptr) / static_cast<double>(all.size());
}

/// The mean entropy of the targets.
double least_loss(const std::vector<Sample>& samples) {
    double sum = 0;
    for (const Sample& sample : samples)
        for (const double p : {double{sample.target}, 1 - double{sample.target}})
            if (p > 0) sum -= p * std::log(p);
    return sum / static_cast<double>(samples.size());
}

} // namespace

void fit(const Samples& samples, const FitSettings& settings, FitState& state,
         const std::function<void(const EpochReport&, const FitState&)>& report) {
    assert(settings.threads >= 1 && settings.batch >= 1 && !samples.learned.empty());
    assert(state.parameters.size() == PARAMETER_COUNT);
    state.momentum.resize(PARAMETER_COUNT);
    state.variance.resize(PARAMETER_COUNT);
    const double floor = least_loss(samples.held_out);
    while (state.epoch < settings.epochs) {
        const auto begun = std::chrono::steady_clock::now();
        const double learned = Epoch(samples, settings, state).run();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun;
        ++state.epoch;
        report({.epoch = state.epoch,
                .learned = learned,
                .held_out = held_out_loss(samples, state.parameters),
                .floor = floor,
                .samples_a_second = static_cast<double>(samples.learned.size()) / time.count()},
               state);
    }
}

} // namespace agon::train
