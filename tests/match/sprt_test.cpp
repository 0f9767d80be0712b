// The SPRT against published ratios (those that fastchess tests itself with), and against matches
// between engines whose strength is known because they are dice.
#include "tools/arena/stats/sprt.hpp"

#include "engine/error.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

using namespace agon::match;
using doctest::Approx;

namespace {

using Three = std::array<std::uint64_t, 3>;
using Five = std::array<std::uint64_t, 5>;
constexpr auto NORMALIZED = SprtModel::Normalized;
constexpr auto LOGISTIC = SprtModel::Logistic;
constexpr auto BAYESIAN = SprtModel::Bayesian;

double llr(SprtModel model, double elo0, double elo1, Cells cells) {
    return Sprt({elo0, elo1, 0.05, 0.05, model}).llr(cells);
}

struct Outcomes {
    int accepted = 0; ///< H1
    double mean_units = 0;
};

/// Plays `tests` tests of units that fall into the cells with the given probabilities.
Outcomes simulate(const Sprt& sprt, const std::vector<double>& probabilities, int tests) {
    std::mt19937_64 random(20260101);
    // Not std::discrete_distribution: what it draws differs between libraries.
    const auto draw = [&] {
        double u = static_cast<double>(random() >> 11) * 0x1p-53;
        std::size_t cell = 0;
        while (cell + 1 < probabilities.size() && u >= probabilities[cell])
            u -= probabilities[cell++];
        return cell;
    };
    Outcomes outcomes;
    for (int test = 0; test < tests; ++test) {
        std::vector<std::uint64_t> cells(probabilities.size());
        double ratio = 0;
        while (ratio > sprt.lower() && ratio < sprt.upper()) {
            for (int unit = 0; unit < 4; ++unit) ++cells[draw()];
            outcomes.mean_units += 4.0 / tests;
            ratio = sprt.llr(cells);
        }
        outcomes.accepted += ratio >= sprt.upper();
    }
    return outcomes;
}

/// Probabilities with the mean that `score` says: a fixed shape, tilted towards the wins.
std::vector<double> shaped(std::vector<double> shape, double score) {
    double low = -20, high = 20;
    std::vector<double> result = shape;
    for (int i = 0; i < 100; ++i) {
        const double tilt = (low + high) / 2;
        double total = 0;
        for (std::size_t k = 0; k < shape.size(); ++k)
            total += result[k] = shape[k] * std::exp(tilt * cell_score(k, shape.size()));
        for (double& p : result) p /= total;
        (moments(result).mean < score ? low : high) = tilt;
    }
    return result;
}

} // namespace

TEST_CASE("ratios of single games") {
    CHECK(llr(NORMALIZED, 0, 2, Three{36027, 68692, 36433}) == Approx(0.92).epsilon(0.01));
    CHECK(llr(NORMALIZED, -1.75, 0.25, Three{10650, 20431, 10871}) == Approx(2.30).epsilon(0.01));
    CHECK(llr(LOGISTIC, 0.5, 2.5, Three{21184, 40708, 21404}) == Approx(-1.57).epsilon(0.01));
    CHECK(llr(LOGISTIC, 0, 2, Three{57030, 106593, 57433}) == Approx(-2.59).epsilon(0.01));
    CHECK(llr(BAYESIAN, 0, 2, Three{68526, 128429, 68965}) == Approx(-1.26).epsilon(0.01));
    CHECK(llr(BAYESIAN, 0.5, 2.5, Three{21484, 41111, 21629}) == Approx(-1.13).epsilon(0.01));
}

TEST_CASE("ratios of pairs") {
    CHECK(llr(NORMALIZED, 0, 2, Five{365, 16618, 36229, 16974, 390}) == Approx(2.25).epsilon(0.01));
    CHECK(llr(NORMALIZED, -1.75, 0.25, Five{127, 4883, 10712, 5150, 104}) ==
          Approx(3.01).epsilon(0.01));
    CHECK(llr(LOGISTIC, 0.5, 2.5, Five{223, 9863, 21279, 10037, 246}) ==
          Approx(-3.07).epsilon(0.01));
    CHECK(llr(LOGISTIC, 0, 2, Five{871, 26175, 55983, 26678, 821}) == Approx(-4.98).epsilon(0.01));
}

TEST_CASE("ratios of tables with one cell, in closed form") {
    // All draws fit 0 Elo perfectly. A mean of t deviations above 1/2 needs wins, at the least a
    // share q of them with q / (1 - q) = t^2 (the mean is q / 2, the deviation that of {1/2, 1}).
    const double t = 5 * std::log(10.0) / 800;
    CHECK(llr(NORMALIZED, 0, 5, Three{0, 16700, 0}) ==
          Approx(-16700 * std::log(1 + t * t)).epsilon(0.01));
    // All pairs won: under 0 Elo at most half of them are, the others lost; under t deviations a
    // share p of them with p - 1/2 = t sqrt(p (1 - p)), so p = 1/2 + t / 2 for a small t.
    const double p = 0.5 + t * std::sqrt(2.0) / 2;
    CHECK(llr(NORMALIZED, 0, 5, Five{0, 0, 0, 0, 104}) ==
          Approx(104 * std::log(2 * p)).epsilon(0.01));
}

TEST_CASE("bounds are Wald's") {
    const Sprt even({0, 5, 0.05, 0.05, NORMALIZED});
    CHECK(even.upper() == Approx(2.9444).epsilon(0.0001)); // log 19
    CHECK(even.lower() == Approx(-2.9444).epsilon(0.0001));
    const Sprt uneven({0, 5, 0.01, 0.1, NORMALIZED});
    CHECK(uneven.upper() == Approx(std::log(90)));
    CHECK(uneven.lower() == Approx(std::log(0.1 / 0.99)));
}

TEST_CASE("settings that make no test are refused") {
    using Settings = SprtSettings;
    CHECK_THROWS_AS(Sprt(Settings{5, 5, 0.05, 0.05, NORMALIZED}), agon::Error);
    CHECK_THROWS_AS(Sprt(Settings{0, 5, 0, 0.05, NORMALIZED}), agon::Error);
    CHECK_THROWS_AS(Sprt(Settings{0, 5, 0.5, 0.5, NORMALIZED}), agon::Error);
    CHECK_THROWS_AS(Sprt(Settings{0, 1001, 0.05, 0.05, NORMALIZED}), agon::Error);
    CHECK_THROWS_AS(Sprt(Settings{0, std::nan(""), 0.05, 0.05, NORMALIZED}), agon::Error);
    CHECK(parse_sprt_model("logistic") == LOGISTIC);
    CHECK_FALSE(parse_sprt_model("elo"));
}

TEST_CASE("every table has a finite ratio") {
    for (const SprtModel model : {NORMALIZED, LOGISTIC, BAYESIAN})
        for (const double elo1 : {0.5, 5.0, 400.0}) {
            const Sprt sprt({-elo1, elo1, 0.05, 0.05, model});
            for (std::size_t cell = 0; cell < 5; ++cell)
                for (const std::uint64_t count : {0U, 1U, 1000U}) {
                    Five five{};
                    five[cell] = count;
                    Three three{};
                    three[cell / 2] = count;
                    if (model != BAYESIAN) CHECK(std::isfinite(sprt.llr(five)));
                    CHECK(std::isfinite(sprt.llr(three)));
                    const auto left = sprt.units_left(three);
                    CHECK(left.has_value() == (count != 0));
                    if (left) CHECK(*left >= 0);
                    if (left) CHECK(std::isfinite(*left));
                }
        }
}

TEST_CASE("in 2000 tests the errors are as rare as promised, and the forecast is right") {
    const std::vector<double> pairs{0.08, 0.05, 0.70, 0.07, 0.10}, games{0.4, 0.1, 0.5};
    const int tests = 2000;
    const double alpha = 0.05, beta = 0.1;
    const double elo1 = 80;
    const auto at_most = [&](double rate) { // plus three standard deviations of luck
        return tests * rate + 3 * std::sqrt(tests * rate * (1 - rate));
    };
    for (const SprtModel model : {NORMALIZED, LOGISTIC, BAYESIAN}) {
        CAPTURE(static_cast<int>(model));
        const Sprt sprt({0, elo1, alpha, beta, model});
        const auto& shape = model == BAYESIAN ? games : pairs;
        // Strengths by definition of each Elo, from the mean or from mean and deviation.
        double score1 = 1 / (1 + std::pow(10, -elo1 / 400));
        if (model == NORMALIZED) {
            double low = 0.5, high = 0.99;
            for (int i = 0; i < 60; ++i) {
                score1 = (low + high) / 2;
                const auto [mean, variance] = moments(shaped(shape, score1));
                const double elo = (mean - 0.5) / std::sqrt(2 * variance) * 800 / std::log(10.0);
                (elo < elo1 ? low : high) = score1;
            }
        }
        if (model == BAYESIAN) {
            // Chances come from Elo and drawelo directly, so that this tests the definition.
            const double draw_elo = 40;
            const auto chances = [&](double elo) {
                const double win = 1 / (1 + std::pow(10, (draw_elo - elo) / 400));
                const double loss = 1 / (1 + std::pow(10, (draw_elo + elo) / 400));
                return std::vector<double>{loss, 1 - win - loss, win};
            };
            CHECK(simulate(sprt, chances(0), tests).accepted <= at_most(alpha));
            CHECK(tests - simulate(sprt, chances(elo1), tests).accepted <= at_most(beta));
            continue;
        }
        const auto h0 = shaped(shape, 0.5), h1 = shaped(shape, score1);
        const Outcomes none = simulate(sprt, h0, tests), gain = simulate(sprt, h1, tests);
        CHECK(none.accepted <= at_most(alpha));
        CHECK(tests - gain.accepted <= at_most(beta));
        CHECK(none.accepted > 0); // the test is not idle: it does err
        CHECK(gain.accepted < tests);
        // The forecast from a table of exactly h1's shares, early in a test of that strength.
        std::vector<std::uint64_t> early;
        for (const double p : h1) early.push_back(static_cast<std::uint64_t>(std::lround(p * 20)));
        const double left = *sprt.units_left(early);
        CHECK(left + 20 > gain.mean_units / 2);
        CHECK(left + 20 < gain.mean_units * 2);
        // The plan knows the strength and how scores scatter. The real walk goes in steps of four
        // pairs, and overshoots its bounds.
        std::vector<std::uint64_t> many;
        for (const double p : h1) many.push_back(static_cast<std::uint64_t>(std::lround(p * 1e6)));
        CHECK(sprt.expected(elo1, many).steps > gain.mean_units * 0.6);
        CHECK(sprt.expected(elo1, many).steps < gain.mean_units * 1.1);
    }
}
