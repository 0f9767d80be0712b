#include "tools/lab/train/model.hpp"

#include "engine/game/symmetry.hpp"
#include "search/score/win_curve.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <random>

namespace agon::train {
namespace {

namespace nnue = search::nnue;
using nnue::HIDDEN;

using Units = std::array<float, HIDDEN>;
using Activations = std::array<Units, 2>; ///< of the chooser, of the other

/// Input weights stay within these, so that 16 bits can hold the sum of 12 guards, 2 queens, 2
/// reserves, the rules, the bias and a threat of each piece.
constexpr float MAX_INPUT_WEIGHT = 3.5, MAX_THREAT_WEIGHT = 1;
constexpr float MAX_OUTPUT_WEIGHT = float{nnue::MAX_WEIGHT} / float{nnue::WEIGHT_ONE};
static_assert((12 + 2 + 2 + RULE_FIELD_COUNT + 1) * 893 + 14 * 256 < 32'768); // 3.5 and 1, rounded

void add(float* to, const float* row) {
    for (std::size_t i = 0; i < HIDDEN; ++i) to[i] += row[i];
}

/// The bias with the rows of a rule set, which all its samples share.
Units base_of(const Parameters& p, const RuleSet& rules) {
    Units base;
    std::copy_n(&p[BIAS_AT], HIDDEN, base.begin());
    nnue::for_each_rule_row(rules, [&](std::size_t row) { add(base.data(), &p[row * HIDDEN]); });
    return base;
}

/// Calls visit(viewer, row) for the rows of a sample, viewer 0 being the chooser.
template<class Visit>
[[gnu::always_inline]] inline void for_each_row(const Sample& sample, const CellMap& turn,
                                                Visit visit) {
    for (std::size_t i = 0; i < sample.piece_count; ++i) {
        const std::size_t plane = sample.pieces[i] >> 7 & (nnue::PLANE_COUNT - 1);
        const Cell cell = turn[Cell::from_index(sample.pieces[i] & 127)];
        visit(0, nnue::piece_row(plane, cell, Side::White));
        visit(1, nnue::piece_row(plane, cell, Side::Black));
        if ((sample.pieces[i] & THREATENED) == 0) continue;
        visit(0, nnue::threat_row(plane, cell, Side::White));
        visit(1, nnue::threat_row(plane, cell, Side::Black));
    }
    for (const Side side : BOTH_SIDES) // white: the chooser
        if (const std::size_t count = sample.reserve[index(side)]; count > 0) {
            visit(0, nnue::reserve_row(side, count, Side::White));
            visit(1, nnue::reserve_row(side, count, Side::Black));
        }
}

/// The output for accumulators `sums`; squares of the clipped values go to `squares`.
[[gnu::always_inline]] inline float output(const Activations& sums, const float* weights,
                                           Activations& squares) {
    constexpr std::size_t LANES = 16;
    std::array<float, LANES> total{};
    for (std::size_t viewer = 0; viewer < 2; ++viewer)
        for (std::size_t i = 0; i < HIDDEN; i += LANES)
            for (std::size_t k = 0; k < LANES; ++k) {
                const float x = std::min(std::max(sums[viewer][i + k], 0.0F), 1.0F);
                squares[viewer][i + k] = x * x;
                total[k] += squares[viewer][i + k] * weights[viewer * HIDDEN + i + k];
            }
    float sum = 0;
    for (const float lane : total) sum += lane;
    return sum;
}

[[gnu::always_inline]] inline double part_losses(const Parameters& p, std::span<const Units> bases,
                                                 std::span<const Sample* const> samples,
                                                 std::span<const std::uint8_t> turns,
                                                 Parameters* gradient,
                                                 std::span<Units> base_gradients) {
    double loss = 0;
    Activations sums, squares;
    for (std::size_t s = 0; s < samples.size(); ++s) {
        const Sample& sample = *samples[s];
        if (s + 8 < samples.size()) __builtin_prefetch(samples[s + 8]);
        const CellMap& turn = SYMMETRIES[turns[s]];
        sums = {bases[sample.rules], bases[sample.rules]};
        for_each_row(sample, turn, [&](std::size_t viewer, std::size_t row) {
            const float* from = &p[row * HIDDEN];
            for (std::size_t i = 0; i < HIDDEN; ++i) sums[viewer][i] += from[i];
        });
        const std::size_t output_at = OUTPUT_AT + sample.bucket * 2 * HIDDEN;
        const float* weights = &p[output_at];
        const float logit = output(sums, weights, squares) + p[OUTPUT_BIAS_AT + sample.bucket];
        const float chance = 1 / (1 + std::exp(-logit));
        loss +=
            std::max(logit, 0.0F) - sample.target * logit + std::log1p(std::exp(-std::abs(logit)));
        if (gradient == nullptr) continue;
        const float slope = chance - sample.target;
        (*gradient)[OUTPUT_BIAS_AT + sample.bucket] += slope;
        float* output_gradient = &(*gradient)[output_at];
        for (std::size_t viewer = 0; viewer < 2; ++viewer)
            for (std::size_t i = 0; i < HIDDEN; ++i) {
                output_gradient[viewer * HIDDEN + i] += slope * squares[viewer][i];
                const float x = sums[viewer][i];
                const float bent = (x > 0 ? 2 * x : 0) * (x < 1 ? 1.0F : 0.0F);
                sums[viewer][i] = slope * weights[viewer * HIDDEN + i] * bent; // now a slope
            }
        for_each_row(sample, turn, [&](std::size_t viewer, std::size_t row) {
            float* to = &(*gradient)[row * HIDDEN];
            for (std::size_t i = 0; i < HIDDEN; ++i) to[i] += sums[viewer][i];
        });
        for (std::size_t viewer = 0; viewer < 2; ++viewer)
            for (std::size_t i = 0; i < HIDDEN; ++i)
                base_gradients[sample.rules][i] += sums[viewer][i];
    }
    return loss;
}

// As the engine's kernels: the same loops for other instruction sets.
using PartLosses = double (*)(const Parameters&, std::span<const Units>,
                              std::span<const Sample* const>, std::span<const std::uint8_t>,
                              Parameters*, std::span<Units>);
double part_losses_plain(const Parameters& p, std::span<const Units> bases,
                         std::span<const Sample* const> samples,
                         std::span<const std::uint8_t> turns, Parameters* gradient,
                         std::span<Units> base_gradients) {
    return part_losses(p, bases, samples, turns, gradient, base_gradients);
}
#ifdef __x86_64__
[[gnu::target("avx2,fma")]] double
part_losses_avx2(const Parameters& p, std::span<const Units> bases,
                 std::span<const Sample* const> samples, std::span<const std::uint8_t> turns,
                 Parameters* gradient, std::span<Units> base_gradients) {
    return part_losses(p, bases, samples, turns, gradient, base_gradients);
}
#endif

PartLosses best_part_losses() {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return part_losses_avx2;
#endif
    return part_losses_plain;
}

template<class Visit>
void for_each_piece_row(Visit visit) {
    for (std::size_t plane = 0; plane < nnue::PLANE_COUNT; ++plane)
        BOARD.for_each([&](Cell cell) { visit(nnue::piece_row(plane, cell, Side::White)); });
}

/// Uniform within +-`most`, the same with every library.
float random_weight(std::mt19937_64& random, float most) {
    return (static_cast<float>(random() >> 40) / static_cast<float>(1 << 23) - 1) * most;
}

} // namespace

Parameters random_parameters(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Parameters p(PARAMETER_COUNT);
    for_each_piece_row([&](std::size_t row) {
        for (std::size_t i = 0; i < HIDDEN; ++i) p[row * HIDDEN + i] = random_weight(random, 0.15F);
    });
    for (std::size_t i = 0; i < HIDDEN; ++i) p[BIAS_AT + i] = 0.2F;
    for (std::size_t i = 0; i < 2 * HIDDEN; ++i) {
        const float weight = random_weight(random, 0.1F);
        for (std::size_t bucket = 0; bucket < nnue::BUCKET_COUNT; ++bucket)
            p[OUTPUT_AT + bucket * 2 * HIDDEN + i] = weight;
    }
    return p;
}

Parameters to_parameters(const nnue::Network& network) {
    Parameters p;
    p.reserve(PARAMETER_COUNT);
    const auto all = [&](const auto& values, int one) {
        for (const auto value : values)
            p.push_back(static_cast<float>(value) / static_cast<float>(one));
    };
    for (const auto& row : network.rows) all(row, nnue::ACTIVATION_ONE);
    all(network.bias, nnue::ACTIVATION_ONE);
    for (const auto& bucket : network.output)
        for (const auto& row : bucket) all(row, nnue::WEIGHT_ONE);
    all(network.output_bias, nnue::ACTIVATION_ONE * nnue::WEIGHT_ONE);
    assert(p.size() == PARAMETER_COUNT);
    return p;
}

std::unique_ptr<nnue::Network> to_network(const Parameters& parameters,
                                          std::vector<RuleSet> trained_on) {
    auto network = std::make_unique<nnue::Network>();
    const float* next = parameters.data();
    const auto all = [&](auto& values, int one) {
        for (auto& value : values)
            value = static_cast<std::remove_reference_t<decltype(value)>>(
                std::lround(*next++ * static_cast<float>(one)));
    };
    for (auto& row : network->rows) all(row, nnue::ACTIVATION_ONE);
    for (auto& row : std::span(network->rows).subspan(nnue::THREAT_ROWS))
        for (std::int16_t& weight : row)
            weight = static_cast<std::int16_t>(std::lround(weight / double{nnue::THREAT_STEP}) *
                                               nnue::THREAT_STEP);
    all(network->bias, nnue::ACTIVATION_ONE);
    for (auto& bucket : network->output)
        for (auto& row : bucket) all(row, nnue::WEIGHT_ONE);
    all(network->output_bias, nnue::ACTIVATION_ONE * nnue::WEIGHT_ONE);
    network->trained_on = std::move(trained_on);
    return network;
}

void clip(Parameters& p, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const float most = i >= THREATS_AT && i < BIAS_AT ? MAX_THREAT_WEIGHT
                           : i < OUTPUT_AT                ? MAX_INPUT_WEIGHT
                           : i < OUTPUT_BIAS_AT           ? MAX_OUTPUT_WEIGHT
                                                          : 100.0F;
        p[i] = std::clamp(p[i], -most, most);
    }
}

namespace {

/// The chances of a win, a draw and a loss, and how fast they change with `half_won`, all in parts
/// of SCORE_ONE.
struct Chances {
    static constexpr double SLOPE = CHANCE_SLOPE / nnue::SCORE_ONE;

    Chances(double score, double half_won)
        : win(1 / (1 + std::exp((half_won - score) / SLOPE))),
          loss(1 / (1 + std::exp((half_won + score) / SLOPE))),
          draw(std::max(1 - win - loss, 1e-6)) {}

    [[nodiscard]] double log_loss(int result) const {
        return -std::log(std::max(result > 0 ? win : result < 0 ? loss : draw, 1e-6));
    }
    /// The derivative of log_loss() by half_won.
    [[nodiscard]] double change(int result) const {
        if (result > 0) return (1 - win) / SLOPE;
        if (result < 0) return (1 - loss) / SLOPE;
        return -(win * (1 - win) + loss * (1 - loss)) / (SLOPE * draw);
    }

    double win, loss, draw;
};

/// The accumulators for a sample turned by a symmetry.
Activations sums_of(const Parameters& p, std::span<const Units> bases, const Sample& sample,
                    const CellMap& turn) {
    Activations sums = {bases[sample.rules], bases[sample.rules]};
    for_each_row(sample, turn, [&](std::size_t viewer, std::size_t row) {
        add(sums[viewer].data(), &p[row * HIDDEN]);
    });
    return sums;
}

} // namespace

DrawFit fit_draws(const Parameters& parameters, const Samples& samples, std::uint64_t seed) {
    constexpr std::size_t BATCH = 4096, SIZE = 2 * HIDDEN + 1; // of a bucket; the bias is the last
    constexpr int EPOCHS = 6;
    constexpr double RATE = 0.01, BETA1 = 0.9, BETA2 = 0.999;
    std::vector<Units> bases;
    for (const RuleSet& set : samples.rules) bases.push_back(base_of(parameters, set));
    std::vector<float> weights(nnue::BUCKET_COUNT * SIZE), gradient(weights), mean(weights),
        square(weights);
    // Begins as HALF_WON, whatever the position: the inverse of soft_positive().
    const double begin =
        std::log(std::expm1(nnue::SHARPNESS * HALF_WON / nnue::SCORE_ONE)) / nnue::SHARPNESS;
    for (std::size_t i = SIZE - 1; i < weights.size(); i += SIZE)
        weights[i] = static_cast<float>(begin);
    Activations squares; // of the sample that output_of() saw last
    const auto output_of = [&](const Sample& sample, std::size_t turn) {
        const float* row = &weights[sample.bucket * SIZE];
        const Activations sums = sums_of(parameters, bases, sample, SYMMETRIES[turn]);
        return double{output(sums, row, squares)} + row[SIZE - 1];
    };

    std::mt19937_64 random(seed);
    std::vector<const Sample*> order;
    for (const Sample& sample : samples.learned) order.push_back(&sample);
    const std::size_t batches = (order.size() + BATCH - 1) / BATCH;
    for (std::size_t step = 0; step < batches * EPOCHS; ++step) {
        if (step % batches == 0)
            for (std::size_t i = order.size(); i > 1; --i)
                std::swap(order[i - 1], order[random() % i]);
        std::ranges::fill(gradient, 0.0F);
        const std::size_t first = step % batches * BATCH;
        const std::size_t last = std::min(first + BATCH, order.size());
        for (std::size_t i = first; i < last; ++i) {
            const Sample& sample = *order[i];
            const double x = output_of(sample, random() % SYMMETRY_COUNT);
            const Chances chances(static_cast<double>(sample.score) / nnue::SCORE_ONE,
                                  nnue::soft_positive(x));
            const auto slope = static_cast<float>(chances.change(sample.result) /
                                                  (1 + std::exp(-nnue::SHARPNESS * x)));
            float* to = &gradient[sample.bucket * SIZE];
            for (std::size_t k = 0; k < 2 * HIDDEN; ++k)
                to[k] += slope * squares[k / HIDDEN][k % HIDDEN];
            to[SIZE - 1] += slope;
        }
        const double n = static_cast<double>(step) + 1;
        const double rate = RATE * (1 - n / (static_cast<double>(batches) * EPOCHS + 1)) *
                            std::sqrt(1 - std::pow(BETA2, n)) / (1 - std::pow(BETA1, n));
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double slope = gradient[i] / static_cast<double>(last - first);
            mean[i] = static_cast<float>(BETA1 * mean[i] + (1 - BETA1) * slope);
            square[i] = static_cast<float>(BETA2 * square[i] + (1 - BETA2) * slope * slope);
            const double moved = weights[i] - rate * mean[i] / (std::sqrt(square[i]) + 1e-8);
            const double most = i % SIZE == SIZE - 1 ? 100.0 : double{MAX_OUTPUT_WEIGHT};
            weights[i] = static_cast<float>(std::clamp(moved, -most, most));
        }
    }

    DrawFit result{};
    for (const Sample& sample : samples.held_out) {
        const double x = output_of(sample, 0);
        const double score = static_cast<double>(sample.score) / nnue::SCORE_ONE;
        result.held_out += Chances(score, nnue::soft_positive(x)).log_loss(sample.result);
        result.curve += Chances(score, HALF_WON / nnue::SCORE_ONE).log_loss(sample.result);
    }
    result.held_out /= static_cast<double>(samples.held_out.size());
    result.curve /= static_cast<double>(samples.held_out.size());
    for (std::size_t bucket = 0; bucket < nnue::BUCKET_COUNT; ++bucket) {
        const float* from = &weights[bucket * SIZE];
        for (std::size_t k = 0; k < 2 * HIDDEN; ++k)
            result.draws.output[bucket][k / HIDDEN][k % HIDDEN] =
                static_cast<std::int16_t>(std::lround(from[k] * nnue::WEIGHT_ONE));
        result.draws.bias[bucket] = static_cast<std::int32_t>(
            std::lround(from[SIZE - 1] * nnue::ACTIVATION_ONE * nnue::WEIGHT_ONE));
    }
    return result;
}

double losses(const Parameters& parameters, std::span<const RuleSet> rules,
              std::span<const Sample* const> samples, std::span<const std::uint8_t> turns,
              Parameters* gradient) {
    static const PartLosses BEST = best_part_losses();
    assert(samples.size() == turns.size());
    std::vector<Units> bases, base_gradients(rules.size());
    for (const RuleSet& set : rules) bases.push_back(base_of(parameters, set));
    const double loss = BEST(parameters, bases, samples, turns, gradient, base_gradients);
    if (gradient == nullptr) return loss;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        add(&(*gradient)[BIAS_AT], base_gradients[i].data());
        nnue::for_each_rule_row(rules[i], [&](std::size_t row) {
            add(&(*gradient)[row * HIDDEN], base_gradients[i].data());
        });
    }
    return loss;
}

} // namespace agon::train
