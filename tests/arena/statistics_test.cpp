// Ratings and the SPRT, compared with published numbers (those of fastchess's own tests), with
// arguments in comments, and with simulated matches between engines of known strength. The length
// of a test, compared with Wald's formulas (A. Wald, "Sequential Tests of Statistical Hypotheses",
// 1945), and the command that prints it.
#include "engine/error.hpp"
#include "tests/support/arena.hpp"
#include "tools/arena/stats/first_passage.hpp"
#include "tools/arena/stats/sprt.hpp"
#include "tools/arena/stats/statistics.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

using namespace agon::arena;
using agon::test::Run;
using doctest::Approx;

namespace {

using Three = std::array<std::uint64_t, 3>;
using Five = std::array<std::uint64_t, 5>;

void check_estimate(const Estimate& estimate, double value, double error) {
    CHECK(std::abs(estimate.value - value) < 0.0051); // published to two digits
    CHECK(std::abs(estimate.error - error) < 0.0051);
}

void check_sound(Cells cells) {
    const Rating rating = rate(cells);
    for (const auto& [value, error] : {rating.elo, rating.normalized}) {
        CHECK(std::isfinite(value));
        CHECK(std::isfinite(error));
        CHECK(error >= 0.005); // not printed as 0 either
    }
    CHECK(rating.los >= 0);
    CHECK(rating.los <= 1);
    CHECK(rating.draw_ratio >= 0);
    CHECK(rating.draw_ratio <= 1);
}

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
    // Not std::discrete_distribution: its samples differ between libraries.
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

/// Probabilities with mean `score`: a fixed shape, tilted towards the wins.
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

constexpr Three NO_GAMES{};
constexpr Five NO_PAIRS{};

Run sprt(const std::string& arguments) { return agon::test::run("sprt " + arguments); }

} // namespace

TEST_CASE("ratings from single games") {
    const Rating first = rate(Three{89, 123, 76});
    check_estimate(first.normalized, -20.76, 40.13);
    CHECK(first.los == Approx(0.1553).epsilon(0.001));
    const Rating second = rate(Three{96, 111, 136});
    check_estimate(second.elo, 40.70, 30.43);
    check_estimate(second.normalized, 49.77, 36.77);
    CHECK(second.los == Approx(0.9960).epsilon(0.001));
    CHECK(second.draw_ratio == Approx(111 / 343.0));
}

TEST_CASE("ratings from pairs of games") {
    const Rating first = rate(Five{34, 54, 31 + 32, 64, 75});
    check_estimate(first.elo, 55.58, 27.65);
    check_estimate(first.normalized, 57.94, 28.28);
    CHECK(first.draw_ratio == Approx(63 / 290.0));
    const Rating second = rate(Five{332, 433, 457 + 41, 333, 334});
    check_estimate(second.elo, -8.64, 10.33);
    check_estimate(second.normalized, -9.17, 10.96);
    CHECK(second.los == Approx(0.0505).epsilon(0.001));
    const Rating third = rate(Five{7895, 8757, 5485 + 200, 568, 9999});
    check_estimate(third.elo, -21.04, 2.95);
    check_estimate(third.normalized, -19.01, 2.65);
}

TEST_CASE("swapping the sides flips the signs") {
    const Rating there = rate(Five{3, 0, 20, 9, 14}), back = rate(Five{14, 9, 20, 0, 3});
    CHECK(there.elo.value == Approx(-back.elo.value));
    CHECK(there.elo.error == Approx(back.elo.error));
    CHECK(there.normalized.value == Approx(-back.normalized.value));
    CHECK(there.los == Approx(1 - back.los));
}

TEST_CASE("no table gives nan, infinity or an error of 0") {
    check_sound(Three{0, 0, 0});
    check_sound(Five{0, 0, 0, 0, 0});
    for (std::size_t cell = 0; cell < 5; ++cell)
        for (const std::uint64_t count : {1U, 2U, 7U, 100U}) {
            CAPTURE(cell);
            CAPTURE(count);
            Five five{};
            five[cell] = count;
            check_sound(five);
            Three three{};
            three[cell / 2] = count;
            check_sound(three);
        }
}

TEST_CASE("all pairs split: even, and surer with every pair") {
    double last = 1e9;
    for (const std::uint64_t pairs : {1U, 10U, 100U, 1000U, 10'000U}) {
        const Five five{0, 0, pairs, 0, 0};
        check_sound(five);
        const Rating rating = rate(five);
        CHECK(rating.elo.value == Approx(0));
        CHECK(rating.los == Approx(0.5));
        CHECK(rating.draw_ratio == 1);
        CHECK(rating.elo.error < last);
        last = rating.elo.error;
    }
}

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

TEST_CASE("settings without a valid test are refused") {
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
    const auto at_most = [&](double rate) { // plus three standard deviations
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
        CHECK(none.accepted > 0); // errors do occur, so the check is not vacuous
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

TEST_CASE("a walk between two bounds") {
    // Without drift: the shares of the distances, and their product over the variance.
    CHECK(first_passage({0, 4}, 3, 1).up == Approx(0.75));
    CHECK(first_passage({0, 4}, 3, 1).steps == Approx(0.75));
    // With much drift it goes straight to a bound.
    CHECK(first_passage({2, 0.01}, 3, 1).up == Approx(1));
    CHECK(first_passage({2, 0.01}, 3, 1).steps == Approx(0.5));
    CHECK(first_passage({-2, 0.01}, 3, 1).up == Approx(0));
    CHECK(first_passage({-2, 0.01}, 3, 1).steps == Approx(1.5));
    CHECK(first_passage({-1e6, 1e-6}, 3, 1).up == 0);
}

TEST_CASE("a plan has the error rates alpha and beta") {
    for (const auto model : {NORMALIZED, LOGISTIC, BAYESIAN}) {
        const Sprt test({-3, 7, 0.02, 0.1, model});
        const Cells none = model == BAYESIAN ? Cells(NO_GAMES) : Cells(NO_PAIRS);
        CHECK(test.expected(-3, none).up == Approx(0.02));
        CHECK(test.expected(7, none).up == Approx(0.9));
        CHECK(std::isfinite(test.expected(-1000, none).steps));
        CHECK(std::isfinite(test.expected(1000, none).steps));
    }
}

TEST_CASE("the length of a test is Wald's") {
    // 10 normalised Elo in standard deviations of a pair's score.
    const double d = 10 * std::log(10.0) / 800 * std::sqrt(2.0);
    const Sprt test({0, 10, 0.05, 0.05, NORMALIZED});
    const double bound = std::log(19.0);
    CHECK(test.expected(0, NO_PAIRS).steps == Approx(0.9 * bound / (d * d / 2)));
    CHECK(test.expected(10, NO_PAIRS).steps == Approx(0.9 * bound / (d * d / 2)));
    CHECK(test.expected(5, NO_PAIRS).steps == Approx(bound * bound / (d * d)));
    // A normalised test asks for standard deviations, so the share of draws does not matter.
    const Five drawish{1, 10, 900, 12, 2};
    CHECK(test.expected(5, drawish).steps == Approx(test.expected(5, NO_PAIRS).steps));

    // At 0 Elo the logistic score rises by ln 10 / 1600 with each Elo, and a game that is never
    // drawn has the deviation 1/2. Without draws BayesElo is the same.
    const Sprt logistic({0, 1, 0.05, 0.05, LOGISTIC});
    const Sprt bayesian({0, 1, 0.05, 0.05, BAYESIAN});
    const double one = std::log(10.0) / 1600 * 2; // in deviations of a game
    CHECK(logistic.expected(0.5, NO_GAMES).steps ==
          Approx(bound * bound / (one * one)).epsilon(0.001));
    CHECK(logistic.expected(0.5, NO_PAIRS).steps ==
          Approx(bound * bound / (one * one) / 2).epsilon(0.001));
    CHECK(bayesian.expected(0.5, NO_GAMES).steps ==
          Approx(bound * bound / (one * one)).epsilon(0.001));
}

TEST_CASE("the command prints the plan, and the ratio of results") {
    const Run plan = sprt("elo0=0 elo1=10");
    CAPTURE(plan.output);
    CHECK(plan.status == 0);
    CHECK(plan.says("SPRT of normalized Elo, H0: 0.00, H1: 10.00, alpha 0.05, beta 0.05; the ratio "
                    "goes from -2.94 to 2.94\n"));
    // The figures of the test case above, in games.
    CHECK(plan.says("\n     0.00       5.0 %       6398\n     5.00      50.0 %      10465\n"
                    "    10.00      95.0 %       6398\n"));
    CHECK(plan.count("\n") == 9);
    CHECK_FALSE(plan.says("LLR"));

    // Published ratios, as above.
    CHECK(sprt("elo0=0 elo1=2 36433 68692 36027").says("\nLLR: 0.92 (-2.94, 2.94) [0.00, 2.00]"));
    CHECK(sprt("elo0=0 elo1=2 '[365, 16618, 36229, 16974, 390]'").says("\nLLR: 2.25 "));
    CHECK(sprt("elo0=0 elo1=2 model=logistic 871 26175 55983 26678 821")
              .says("\nSPRT completed: H0 was accepted\n"));
    CHECK(sprt("elo0=0 elo1=2 model=bayesian 68965 128429 68526").says("\nLLR: -1.26 "));
}

TEST_CASE("the arguments of a plan are checked") {
    const auto refused = [](const std::string& arguments, const std::string& words) {
        const Run run = sprt(arguments);
        CAPTURE(run.output);
        CHECK(run.status == 2);
        CHECK(run.says(words));
    };
    refused("elo0=5 elo1=0", "SPRT: elo0 must be less than elo1");
    refused("elo=5", "unknown key of sprt 'elo'; did you mean 'elo0'?");
    refused("elo0=x", "sprt elo0: expected a number");
    refused("1 2", "results: expected 3 numbers of games or 5 of pairs, got 2");
    refused("1 2 -3", "results: expected an integer from 0 to 1000000000, got '-3'");
    refused("model=bayesian 1 2 3 2 1", "results: model=bayesian needs wins, draws and losses");
    refused("--helq", "unknown option '--helq'; did you mean '--help'?");
    CHECK(sprt("--help").says("Examples:"));
}
