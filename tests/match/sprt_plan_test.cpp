// What a test will cost, against Wald's formulas (A. Wald, "Sequential Tests of Statistical
// Hypotheses", 1945), and the command that prints it.
#include "tests/support/arena.hpp"
#include "tools/arena/stats/sprt.hpp"

#include <array>
#include <cmath>

using namespace agon::match;
using agon::test::Run;
using doctest::Approx;

namespace {

constexpr std::array<std::uint64_t, 3> NO_GAMES{};
constexpr std::array<std::uint64_t, 5> NO_PAIRS{};

Run sprt(const std::string& arguments) { return agon::test::run("sprt " + arguments); }

} // namespace

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

TEST_CASE("a plan keeps the promises of alpha and beta") {
    for (const auto model : {SprtModel::Normalized, SprtModel::Logistic, SprtModel::Bayesian}) {
        const Sprt test({-3, 7, 0.02, 0.1, model});
        const Cells none = model == SprtModel::Bayesian ? Cells(NO_GAMES) : Cells(NO_PAIRS);
        CHECK(test.expected(-3, none).up == Approx(0.02));
        CHECK(test.expected(7, none).up == Approx(0.9));
        CHECK(std::isfinite(test.expected(-1000, none).steps));
        CHECK(std::isfinite(test.expected(1000, none).steps));
    }
}

TEST_CASE("the length of a test is Wald's") {
    // 10 normalised Elo in standard deviations of a pair's score.
    const double d = 10 * std::log(10.0) / 800 * std::sqrt(2.0);
    const Sprt test({0, 10, 0.05, 0.05, SprtModel::Normalized});
    const double bound = std::log(19.0);
    CHECK(test.expected(0, NO_PAIRS).steps == Approx(0.9 * bound / (d * d / 2)));
    CHECK(test.expected(10, NO_PAIRS).steps == Approx(0.9 * bound / (d * d / 2)));
    CHECK(test.expected(5, NO_PAIRS).steps == Approx(bound * bound / (d * d)));
    // A normalised test asks for standard deviations, so the share of draws does not matter.
    const std::array<std::uint64_t, 5> drawish{1, 10, 900, 12, 2};
    CHECK(test.expected(5, drawish).steps == Approx(test.expected(5, NO_PAIRS).steps));

    // At 0 Elo the logistic score rises by ln 10 / 1600 with each Elo, and a game that is never
    // drawn has the deviation 1/2. Without draws BayesElo is the same.
    const Sprt logistic({0, 1, 0.05, 0.05, SprtModel::Logistic});
    const Sprt bayesian({0, 1, 0.05, 0.05, SprtModel::Bayesian});
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

    // Published ratios, as in sprt_test.cpp.
    CHECK(sprt("elo0=0 elo1=2 36433 68692 36027").says("\nLLR: 0.92 (-2.94, 2.94) [0.00, 2.00]"));
    CHECK(sprt("elo0=0 elo1=2 '[365, 16618, 36229, 16974, 390]'").says("\nLLR: 2.25 "));
    CHECK(sprt("elo0=0 elo1=2 model=logistic 871 26175 55983 26678 821")
              .says("\nSPRT completed: H0 is accepted\n"));
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
