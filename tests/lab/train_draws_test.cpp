// The output for draws: what it learns, in a network's file and in the engine.
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/nnue/network_file.hpp"
#include "search/score/win_curve.hpp"
#include "tests/lab/train_records.hpp"
#include "tests/support/player.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/lab/train/model.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace agon;
using namespace agon::train;
namespace nnue = search::nnue;

namespace {

/// Samples with one piece, on one of two cells. From the first cell all games are drawn; from the
/// other a score of 200 wins, and one of -200 loses.
Samples two_kinds(std::size_t count) {
    Samples samples;
    samples.rules = {RuleSet()};
    for (std::size_t i = 0; i < count; ++i) {
        const bool drawn = i % 2 == 0, better = i % 4 < 2;
        Sample sample{};
        sample.piece_count = 1;
        // The throne and a corner: no symmetry of the board takes one to the other.
        sample.pieces[0] =
            static_cast<std::uint16_t>((drawn ? THRONE_CELL : *Cell::parse("a1")).index());
        sample.bucket = 5;
        sample.score = static_cast<std::int16_t>(better ? 200 : -200);
        sample.result = static_cast<std::int8_t>(drawn ? 0 : better ? 1 : -1);
        (i % 10 == 0 || i % 10 == 1 ? samples.held_out : samples.learned).push_back(sample);
    }
    return samples;
}

} // namespace

TEST_CASE("the chances add up, and half of the games are won at the predicted score") {
    for (const double half_won : {0.0, 0.3, 30.0, HALF_WON, 900.0, 30'000.0}) {
        WinDrawLoss before = win_draw_loss(-32'000, half_won);
        for (int score = -3'000; score <= 3'000; score += 7) {
            CAPTURE(score);
            CAPTURE(half_won);
            const WinDrawLoss chances = win_draw_loss(score, half_won);
            REQUIRE(chances.win + chances.draw + chances.loss == 1000);
            REQUIRE(std::min({chances.win, chances.draw, chances.loss}) >= 0);
            REQUIRE(chances.win >= before.win);
            REQUIRE(chances.loss <= before.loss);
            before = chances;
        }
    }
    CHECK(win_draw_loss(700, 700).win == 500);
    CHECK(win_draw_loss(-700, 700).loss == 500);
    CHECK(win_draw_loss(0, 30'000).draw == 1000);
    CHECK(win_draw_loss(250).win == win_draw_loss(250, HALF_WON).win);
}

TEST_CASE("soft_positive() is positive, smooth, and nearly max(x, 0) beyond 1") {
    for (const double x : {-250.0, -1.0, -0.1, 0.0, 0.1, 1.0, 250.0}) {
        CAPTURE(x);
        CHECK(nnue::soft_positive(x) >= std::max(x, 0.0));
        CHECK(nnue::soft_positive(x) <= std::max(x, 0.0) + std::log(2.0) / 4);
        // ln(1 + e^4x) / 4, where that can be computed
        if (x < 100)
            CHECK(nnue::soft_positive(x) == doctest::Approx(std::log1p(std::exp(4 * x)) / 4));
    }
}

TEST_CASE("the draws of two kinds of positions are learned") {
    const Samples samples = two_kinds(40'000);
    const Parameters parameters = random_parameters(3);
    const DrawFit fit = fit_draws(parameters, samples, 1);
    // The curve has chances of 0.623, 0.325 and 0.052 for both kinds.
    const double win = 1 / (1 + std::exp((HALF_WON - 200) / CHANCE_SLOPE));
    const double loss = 1 / (1 + std::exp((HALF_WON + 200) / CHANCE_SLOPE));
    CHECK(fit.curve == doctest::Approx(-(std::log(win) + std::log(1 - win - loss)) / 2));
    // At best the first kind has a loss of 0 and the second, with half of the games won at 0, this.
    const double least = std::log1p(std::exp(-200 / CHANCE_SLOPE)) / 2;
    CHECK(fit.held_out > least);
    CHECK(fit.held_out - least < 0.4 * (fit.curve - least));
    CHECK(fit_draws(parameters, samples, 1).draws == fit.draws);
    CHECK_FALSE(fit_draws(parameters, samples, 2).draws == fit.draws);
}

TEST_CASE(
    "half_won_at() agrees with plain loops for either side, and is HALF_WON without the output") {
    const auto network = support::random_network(71);
    const auto plain = support::random_network(72);
    network->draws.emplace(nnue::Network::Draws{plain->output, plain->output_bias});
    // The same network with that output instead of its evaluation: 250 units are 1.
    auto evaluating = support::random_network(71);
    evaluating->output = plain->output;
    evaluating->output_bias = plain->output_bias;
    int soft = 0;
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        support::walk_from_setups(rules.engine, 73, 60, [&](const Position& p) {
            if (is_decided(rules.engine, p)) return;
            const double x = nnue::evaluate(*evaluating, rules.engine, p) / 250.0;
            const double found = nnue::half_won_at(*network, rules.engine, p);
            // An evaluation loses less than 1/16320 of a logit, and less than 1 as a score.
            REQUIRE(std::abs(found - 250 * nnue::soft_positive(x)) < 1 + 250.0 / 16'320);
            REQUIRE(nnue::half_won_at(*evaluating, rules.engine, p) == HALF_WON);
            soft += std::abs(x) < 1 ? 1 : 0;
        });
    }
    CHECK(soft > 0);
}

TEST_CASE("agon-train fit --epochs 0 learns draws and keeps the rest of the network") {
    const test::TemporaryFolder folder;
    std::string games;
    for (std::size_t number = 0; number < 40; ++number)
        games += encode(support::random_game(RuleSet(), setup_position(RuleSet(), Setup::Standard),
                                             number, 20,
                                             [](const Position&, support::Random&) { return 30; }));
    support::write_file(folder / "games", games);
    auto network = support::random_network(81);
    network->trained_on = {support::preset("kanare").engine, support::preset("neto").engine};
    const std::string before = nnue::write_network(*network);
    support::write_file(folder / "before", before);
    const auto made =
        test::run_shell(AGON_BIN "/agon-train fit " + folder / "games" + " --epochs 0 --start " +
                        folder / "before" + " -o " + folder / "after 2>&1");
    CAPTURE(made.output);
    REQUIRE(made.status == 0);
    CHECK(made.says("\ndraws: log loss "));
    auto after = std::make_unique<nnue::Network>(*nnue::load_network(folder / "after"));
    CHECK(after->draws);
    after->draws.reset();
    CHECK(nnue::write_network(*after) == before);
    const auto refused = test::run_shell(AGON_BIN "/agon-train fit games --epochs 0 -o x 2>&1");
    CHECK(refused.status == 2);
    CHECK(refused.says("--epochs: 0 needs --start"));
}
