#include "tools/arena/tuning/spsa.hpp"

#include "tools/arena/tuning/parameters.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <random>
#include <utility>

namespace agon::arena {
namespace {

// As in fishtest; the exponents are those of J. C. Spall, "Implementation of the simultaneous
// perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and
// Electronic Systems 34 (1998).
constexpr double ALPHA = 0.602;    ///< how fast the steps shrink
constexpr double GAMMA = 0.101;    ///< how fast the perturbations shrink
constexpr double SLOW_START = 0.1; ///< A as a share of all pairs: holds back the first steps

/// Random numbers of one iteration; std::seed_seq and std::mt19937_64 are the same everywhere.
std::mt19937_64 random_of(const SpsaSettings& settings, std::size_t iteration) {
    const auto low = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
    const auto high = [](std::uint64_t n) { return static_cast<std::uint32_t>(n >> 32); };
    std::seed_seq seed{low(settings.seed),        high(settings.seed), low(settings.shard.part),
                       low(settings.shard.count), low(iteration),      high(iteration)};
    return std::mt19937_64(seed);
}

double clipped(const Parameter& parameter, double value) {
    return std::clamp(value, double(parameter.least), double(parameter.most));
}

} // namespace

Spsa::Spsa(SpsaSettings settings) : settings_(std::move(settings)) {
    for (const Parameter& parameter : settings_.parameters) {
        assert(parameter.least <= parameter.start && parameter.start <= parameter.most);
        assert(parameter.c_end > 0);
        values_.push_back(parameter.start);
    }
}

/// The schedule of fishtest, which counts pairs of games, not iterations, so that the steps for a
/// point do not depend on how many games an iteration has.
Spsa::Gains Spsa::gains(const Parameter& parameter) const {
    const double all = static_cast<double>(settings_.iterations * settings_.pairs);
    const double now = static_cast<double>(finished_ * settings_.pairs + 1);
    const double hold = std::floor(SLOW_START * all);
    const double c = parameter.c_end * std::pow(all / now, GAMMA);
    const double a_end = parameter.r_end * parameter.c_end * parameter.c_end;
    const double a = a_end * std::pow((hold + all) / (hold + now), ALPHA);
    return {c, a / (c * c)};
}

Probe Spsa::probe() const {
    assert(!over());
    auto random = random_of(settings_, finished_);
    Probe probe;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Parameter& parameter = settings_.parameters[i];
        const double c = gains(parameter).c;
        const int flip = random() >> 63 == 0 ? 1 : -1;
        // Rounds up with the fraction as probability. One random number rounds both sides, so
        // rounding never reverses their order.
        const double chance = static_cast<double>(random() >> 11) * 0x1p-53;
        probe.flips.push_back(flip);
        for (const int sign : {flip, -flip}) {
            const double value = clipped(parameter, values_[i] + sign * c);
            const double whole = std::floor(value);
            probe.values[sign == flip ? 0 : 1].push_back(static_cast<int>(whole) +
                                                         (chance < value - whole ? 1 : 0));
        }
    }
    return probe;
}

void Spsa::finish(int result) {
    const Probe played = probe();
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Parameter& parameter = settings_.parameters[i];
        const auto [c, r] = gains(parameter);
        values_[i] = clipped(parameter, values_[i] + r * c * result * played.flips[i]);
    }
    ++finished_;
}

} // namespace agon::arena
