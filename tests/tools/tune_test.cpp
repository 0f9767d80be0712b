// The fit of the evaluation's weights, and the games it learns from.
#include "engine/outcome.hpp"
#include "search/eval/eval.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/tune/coefficients.hpp"
#include "tools/tune/tuner.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace agon;
using namespace agon::tune;

namespace {

/// The same everywhere, unlike std::uniform_real_distribution.
double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

double chance(double logit) { return 1 / (1 + std::exp(-logit)); }

/// Results by the very model: won with that chance, else lost.
void toss(std::vector<Sample>& samples, const std::vector<double>& weights, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (Sample& sample : samples)
        sample.result = uniform(random) < chance(product(sample, weights)) ? 1 : 0;
}

TuneSettings tiny() {
    TuneSettings settings;
    settings.variant = "bloody-queen";
    settings.games = 30;
    settings.play.nodes = 200;
    return settings;
}

} // namespace

TEST_CASE("the fit finds the weights that made the results, within their standard errors") {
    // Independent coefficients -1, 0 or 1, so that the information is the same for every weight:
    // the sum over samples of p (1 - p) x^2, and the variance its inverse.
    const std::vector<double> truth = {0.8, -0.5, 0.3, 0.0, 1.2};
    std::mt19937_64 random(11);
    std::vector<Sample> samples(20'000);
    for (Sample& sample : samples)
        for (std::size_t i = 0; i < truth.size(); ++i)
            sample.coefficients.push_back(static_cast<float>(random() % 3) - 1);
    toss(samples, truth, 12);
    const auto found = fit(samples, std::vector<double>(truth.size()), 1e3);
    for (std::size_t i = 0; i < truth.size(); ++i) {
        CAPTURE(i);
        double information = 0;
        for (const Sample& sample : samples) {
            const double p = chance(product(sample, truth));
            information += p * (1 - p) * std::pow(sample.coefficients[i], 2);
        }
        const double error = 1 / std::sqrt(information);
        REQUIRE(error < 0.03);
        CHECK(std::abs(found[i] - truth[i]) < 4 * error);
    }
    // The minimum: no neighbour has less loss.
    for (std::size_t i = 0; i < truth.size(); ++i)
        for (const double step : {-0.01, 0.01}) {
            auto beside = found;
            beside[i] += step;
            CHECK(loss(samples, beside) > loss(samples, found));
        }
}

TEST_CASE("a weight that no sample asks for stays where it was, and a draw is half of either") {
    const std::vector<Sample> unasked(10, Sample{{1, 0}, 0.5, 1});
    const auto stayed = fit(unasked, std::vector<double>{0.0, 0.7}, 1.0);
    CHECK(stayed[0] == doctest::Approx(0.0));
    CHECK(stayed[1] == doctest::Approx(0.7));
    // Three wins and a loss: the chance of a win is 3/4, its logit log 3. So with halves.
    const std::vector<Sample> counted = {{{1}, 1, 3}, {{1}, 0, 1}};
    const std::vector<Sample> halved = {{{1}, 1, 2}, {{1}, 0.5, 2}};
    CHECK(fit(counted, std::vector<double>{0.0}, 1e6)[0] == doctest::Approx(std::log(3)));
    CHECK(fit(halved, std::vector<double>{0.0}, 1e6)[0] == doctest::Approx(std::log(3)));
    CHECK(best_scale(counted, std::vector<double>{2.0}) == doctest::Approx(std::log(3) / 2));
    CHECK(best_scale(counted, std::vector<double>{-2.0}) == 0);
    CHECK(loss(counted, std::vector<double>{0.0}) == doctest::Approx(std::log(2)));
}

TEST_CASE("weights come back from positions whose results they made") {
    const RuleSet rules = support::preset("penthalon").engine;
    // What the present weights know is turned on its head, the way inward apart.
    search::Weights truth = search::weights_for(rules);
    truth.to_act = -60;
    truth.queen_step = 25;
    truth.threat = -40;
    std::vector<Sample> samples;
    support::walk_from_setups(rules, 21, 12'000, [&](const Position& p) {
        if (is_decided(rules, p)) return;
        samples.push_back({coefficients(rules, p)});
        samples.back().coefficients.push_back(samples.size() % 2 == 0 ? 10.0F : -10.0F);
    });
    auto logits = free_weights(truth);
    for (double& weight : logits) weight /= 250;
    toss(samples, logits, 22);
    const auto found = free_weights(fit_weights(samples, search::weights_for(rules), 100));
    const auto present = free_weights(search::weights_for(rules));
    // The scale is the present weights', so shapes are compared: the correlation of evaluations.
    const auto correlation = [&](const std::vector<double>& weights) {
        double both = 0, theirs = 0, ours = 0;
        for (const Sample& sample : samples) {
            const double a = product(sample, logits), b = product(sample, weights);
            both += a * b;
            theirs += a * a;
            ours += b * b;
        }
        return both / std::sqrt(theirs * ours);
    };
    CHECK(correlation(present) < 0.97);
    CHECK(correlation(found) > 0.99);
}

TEST_CASE("coefficients times weights are the evaluation, and weights come back whole") {
    const RuleSet rules;
    const search::Weights& weights = search::weights_for(rules);
    CHECK(to_weights(free_weights(weights)) == weights);
    CHECK(free_weights(weights).size() == free_weight_count());
    support::walk_from_setups(rules, 2, 200, [&](const Position& p) {
        if (is_decided(rules, p)) return;
        const int sign = chooser(rules, p) == Side::White ? 1 : -1;
        CHECK(product({coefficients(rules, p)}, free_weights(weights)) ==
              sign * search::evaluate(rules, weights, p));
    });
}

TEST_CASE("a game gives quiet positions, decided by play or drawn after so many actions") {
    const RuleSet rules =
        support::preset("same-ring").engine; // where weak play could go on for ever
    PlaySettings settings;
    settings.nodes = 40;
    settings.most_actions = 30;
    settings.positions = 5;
    search::FixedNodeSearch searcher;
    for (std::size_t number = 0; number < 12; ++number) {
        const PlayedGame game = play_game(rules, settings, number, searcher);
        CHECK(game.positions.size() <= 5);
        CHECK((game.white_score == 0 || game.white_score == 0.5 || game.white_score == 1));
        for (const Position& position : game.positions) {
            CHECK_FALSE(position.placing());
            CHECK_FALSE(is_decided(rules, position));
        }
        // The judge has seen other games meanwhile.
        CHECK((play_game(rules, settings, number, searcher).positions == game.positions));
    }
}

TEST_CASE("the same weights whatever the number of threads, other ones by another seed") {
    TuneSettings settings = tiny();
    int played = 0;
    const Tuned one = tune_weights(settings, [&] { ++played; });
    CHECK(played == 30);
    CHECK(one.games[0] + one.games[1] + one.games[2] == 30);
    settings.threads = 2;
    const Tuned two = tune_weights(settings, [] {});
    CHECK(one.weights == two.weights);
    CHECK(one.loss_after == two.loss_after);
    settings.play.seed = 2;
    CHECK_FALSE(tune_weights(settings, [] {}).weights == one.weights);
}

TEST_CASE("agon-tune prints weights") {
    const auto made =
        test::run_shell(AGON_BIN "/agon-tune --variant bloody-queen --games 30 --nodes 200");
    CHECK(made.status == 0);
    for (const search::WeightField& field : search::weight_fields())
        CHECK(made.count("    ." + std::string(field.name) + " = ") == 1);
    CHECK(made.says(" held out\n"));
}
