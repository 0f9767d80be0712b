#include "search/eval.hpp"

#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace agon;
using namespace agon::search;

TEST_CASE("the evaluation is its terms, the same from either chair, and bounded") {
    for (const support::RulePair& rules : support::all_presets()) {
        const Weights& weights = weights_for(rules.engine);
        support::walk_from_setups(rules.engine, 3, 2000, [&](const Position& p) {
            Score total = 0;
            for (const EvalTerm& term : evaluate_terms(rules.engine, weights, p))
                total += term.share[0] - term.share[1];
            const Score score = evaluate(rules.engine, weights, p);
            REQUIRE(score == (chooser(rules.engine, p) == Side::White ? total : -total));
            REQUIRE(std::abs(score) < LARGEST_EVALUATION);
            // Colours exchanged and the board turned, nothing has changed for the chooser.
            REQUIRE(evaluate(rules.engine, weights, flipped(rules.engine, p)) == score);
        });
    }
}

TEST_CASE("a player's sense of what is better") {
    const RuleSet rules;
    const auto score = [&](std::string_view text) {
        return evaluate(rules, weights_for(rules), parse_position(rules, text));
    };
    // White to act; each time one thing is changed in white's favour.
    const Score before = score("1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1");
    SUBCASE("a guard one ring further in") {
        CHECK(score("1g1G1q/7/1G5G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1") > before);
    }
    SUBCASE("the queen on the throne") {
        CHECK(score("1g1G1q/G6/7G/9/g8g/5Q5/G8G/9/g7/6g/2g1G1 w - - 0 1") > before);
    }
    SUBCASE("an enemy guard captured") {
        CHECK(score("1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w b7 - 0 1") > before);
    }
    SUBCASE("but not a guard of one's own") {
        CHECK(score("1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w a5 - 0 1") < before);
    }
}
