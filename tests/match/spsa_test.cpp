// SPSA without engines and files: schedule, rounding, convergence (arena.md, Tuning).
#include "tools/arena/tuning/spsa.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace agon::match;
using doctest::Approx;

namespace {

SpsaSettings tuned(std::size_t iterations, std::size_t pairs, Parameter parameter) {
    SpsaSettings settings;
    settings.parameters.push_back(std::move(parameter));
    settings.iterations = iterations;
    settings.pairs = pairs;
    return settings;
}

Spsa after(const SpsaSettings& settings, std::size_t iterations) {
    Spsa spsa(settings);
    for (std::size_t i = 0; i < iterations; ++i) spsa.finish(0);
    return spsa;
}

/// The games of a pair; the nearer a side is to the best values, the likelier it wins.
class Arena {
public:
    explicit Arena(std::vector<double> best) : best_(std::move(best)) {}

    int play(const Probe& probe, const SpsaSettings& settings) {
        const double lead = loss(probe.values[1], settings) - loss(probe.values[0], settings);
        const double win = 1 / (1 + std::exp(-lead));
        int result = 0;
        for (std::size_t game = 0; game < 2 * settings.pairs; ++game)
            result += static_cast<double>(random_() >> 11) * 0x1p-53 < win ? 1 : -1;
        return result;
    }

private:
    [[nodiscard]] double loss(const std::vector<int>& values, const SpsaSettings& settings) const {
        double loss = 0;
        for (std::size_t i = 0; i < best_.size(); ++i) {
            const double off = (values[i] - best_[i]) / settings.parameters[i].c_end;
            loss += 0.02 * off * off;
        }
        return loss;
    }

    std::vector<double> best_;
    std::mt19937_64 random_{7};
};

} // namespace

TEST_CASE("perturbations and steps are those of fishtest") {
    // c and R of build_spsa_worker_step() in fishtest's server/fishtest/spsa_workflow.py, with A =
    // 0.1, alpha = 0.602 and gamma = 0.101, computed apart from this program.
    const Parameter wide{"X", 100, 0, 200, 20, 0.002};
    struct Row {
        std::size_t iteration;
        double c, r;
    };
    for (const Row& row :
         {Row{0, 56.65252125330957, 0.0010555596118886432},
          Row{1000, 28.195214347919332, 0.0035840916757235676},
          Row{14999, 21.45033233635885, 0.00250433994257136}, Row{29999, 20, 0.002}}) {
        const Spsa spsa = after(tuned(30'000, 1, wide), row.iteration);
        CHECK(spsa.gains(wide).c == Approx(row.c).epsilon(1e-12));
        CHECK(spsa.gains(wide).r == Approx(row.r).epsilon(1e-12));
    }
    // With four pairs an iteration the second begins with the fifth pair.
    const Parameter narrow{"Y", 10, 0, 20, 3, 0.01};
    for (const Row& row : {Row{0, 6.027278437826185, 0.010430783454654698},
                           Row{1, 5.123010951614772, 0.014104392311747652},
                           Row{249, 3.0009105043749034, 0.010010376883080029}}) {
        const Spsa spsa = after(tuned(250, 4, narrow), row.iteration);
        CHECK(spsa.gains(narrow).c == Approx(row.c).epsilon(1e-12));
        CHECK(spsa.gains(narrow).r == Approx(row.r).epsilon(1e-12));
    }
}

TEST_CASE("a result moves each parameter by R times c towards the better side, up to its bounds") {
    // apply_spsa_result_updates() of the same file: theta + R * c * result * flip, clipped.
    SpsaSettings two = tuned(100, 2, {"X", 50, 0, 100, 5, 0.1});
    two.parameters.push_back({"Y", 9, 0, 10, 2, 1});
    for (const int result : {3, -3}) {
        Spsa spsa(two);
        const Probe probe = spsa.probe();
        const auto [c, r] = spsa.gains(two.parameters[0]);
        spsa.finish(result);
        CHECK(spsa.values()[0] == Approx(50 + r * c * result * probe.flips[0]));
        if (result * probe.flips[1] > 0) CHECK(spsa.values()[1] == 10); // 1 is less than the step
    }
    Spsa level(two);
    level.finish(0);
    CHECK(level.values() == std::vector<double>{50, 9});
}

TEST_CASE("sides get whole numbers, right in the mean, that never change their order") {
    double sum = 0, difference = 0;
    constexpr int SEEDS = 4000;
    for (int seed = 0; seed < SEEDS; ++seed) {
        SpsaSettings one = tuned(1, 1, {"X", 7, 0, 100, 0.3, 0.1});
        one.seed = static_cast<std::uint64_t>(seed);
        const Probe probe = Spsa(one).probe();
        const int first = probe.values[0][0], second = probe.values[1][0];
        CHECK(probe.flips[0] * (first - second) >= 0);
        sum += first + second;
        difference += probe.flips[0] * (first - second);
        // A perturbation of a half keeps the sides apart.
        one.parameters[0].c_end = 0.5;
        const Probe half = Spsa(one).probe();
        CHECK(half.flips[0] * (half.values[0][0] - half.values[1][0]) == 1);
    }
    // A side differs from its mean by at most 1. By Hoeffding the mean of 4000 is off by over 0.1
    // with a chance below exp(-2 * 4000 * 0.05^2) < 1e-8.
    CHECK(sum / (2 * SEEDS) == Approx(7).epsilon(0.1 / 7));
    CHECK(std::abs(difference / SEEDS - 0.6) < 0.1);
}

TEST_CASE("values at a bound stay within it") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SpsaSettings one = tuned(1000, 1, {"X", 10, 1, 10, 4, 0.1});
        one.seed = seed;
        const Probe probe = Spsa(one).probe();
        for (const auto& side : probe.values) {
            CHECK(side[0] >= 1);
            CHECK(side[0] <= 10);
        }
        CHECK(std::max(probe.values[0][0], probe.values[1][0]) == 10);
    }
}

TEST_CASE("twelve parameters climb to the top of a quadratic through the noise of games") {
    SpsaSettings twelve;
    twelve.iterations = 4000;
    twelve.pairs = 4;
    std::vector<double> best;
    for (int i = 0; i < 12; ++i) {
        const double c_end = 2 + i;
        const int away = static_cast<int>(6 * c_end) * (i % 2 == 0 ? 1 : -1);
        twelve.parameters.push_back({"P" + std::to_string(i), 500, 0, 1000, c_end, 0.02});
        best.push_back(500 + away);
    }
    Arena arena(best);
    Spsa spsa(twelve);
    while (!spsa.over()) spsa.finish(arena.play(spsa.probe(), twelve));
    for (std::size_t i = 0; i < best.size(); ++i) {
        CAPTURE(i);
        CHECK(std::abs(spsa.values()[i] - best[i]) < 2 * twelve.parameters[i].c_end); // 6 at first
    }
}

TEST_CASE("a course depends on seed and shard and on nothing else") {
    const SpsaSettings base = tuned(64, 1, {"X", 50, 0, 100, 5, 0.1});
    const auto flips = [](const SpsaSettings& settings) {
        std::vector<int> found;
        for (Spsa spsa(settings); !spsa.over(); spsa.finish(0))
            found.push_back(spsa.probe().flips[0]);
        return found;
    };
    SpsaSettings seed = base, shard = base;
    seed.seed = 1;
    shard.shard = {2, 3};
    CHECK(flips(base) == flips(base));
    CHECK(flips(base) != flips(seed));
    CHECK(flips(base) != flips(shard));
    CHECK(std::ranges::count(flips(base), 1) > 10); // less has a chance below 1e-8
    CHECK(std::ranges::count(flips(base), -1) > 10);
}
