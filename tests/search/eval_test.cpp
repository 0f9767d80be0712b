#include "search/eval/eval.hpp"

#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <string>

using namespace agon;
using namespace agon::search;

namespace {

/// Calls visit(name, i, weight) for every weight, those fixed at 0 included.
template<class Visit>
void for_each_weight(Weights& weights, Visit visit) {
    for (const WeightField& field : weight_fields()) {
        const auto values = field.of(weights);
        for (std::size_t i = 0; i < values.size(); ++i) visit(field.name, i, values[i]);
    }
}

/// What each weight is multiplied by, from the chooser, by name and place; zeros left out.
std::map<std::string, Score> coefficients(const RuleSet& rules, const Position& p) {
    std::map<std::string, Score> found;
    Weights unit{};
    for_each_weight(unit, [&](std::string_view name, std::size_t i, Score& weight) {
        weight = 1;
        if (const Score score = evaluate(rules, unit, p); score != 0)
            found[std::string(name) + ' ' + std::to_string(i)] = score;
        weight = 0;
    });
    return found;
}

} // namespace

TEST_CASE("the evaluation is the sum of its terms, symmetric and bounded") {
    for (const support::RulePair& rules : support::all_presets()) {
        const Weights& weights = weights_for(rules.engine);
        support::walk_from_setups(rules.engine, 3, 2000, [&](const Position& p) {
            Score total = 0;
            for (const EvalTerm& term : evaluate_terms(rules.engine, weights, p))
                total += term.share[0] - term.share[1];
            const Score score = evaluate(rules.engine, weights, p);
            REQUIRE(score == (chooser(rules.engine, p) == Side::White ? total : -total));
            REQUIRE(std::abs(score) < LARGEST_EVALUATION);
            // With colours exchanged and the board turned it is the same for the chooser.
            REQUIRE(evaluate(rules.engine, weights, flipped(rules.engine, p)) == score);
        });
    }
}

TEST_CASE("the evaluation prefers what a player prefers") {
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

TEST_CASE("the evaluation is linear in the weights, and fixed weights are 0") {
    for (const support::RulePair& rules : support::all_presets()) {
        Weights any{};
        Score next = 7;
        for_each_weight(any, [&](std::string_view, std::size_t, Score& weight) {
            weight = next = next * 31 % 1009;
        });
        support::walk_from_setups(rules.engine, 5, 100, [&](const Position& p) {
            Score sum = 0;
            const auto found = coefficients(rules.engine, p);
            for_each_weight(any, [&](std::string_view name, std::size_t i, Score& weight) {
                const auto at = found.find(std::string(name) + ' ' + std::to_string(i));
                if (at != found.end()) sum += weight * at->second;
            });
            REQUIRE(evaluate(rules.engine, any, p) == sum);
        });
        Weights weights = weights_for(rules.engine);
        for (const WeightField& field : weight_fields()) {
            const auto values = field.of(weights);
            REQUIRE(field.first_free + field.free_count <= values.size());
            for (std::size_t i = 0; i < values.size(); ++i)
                if (i < field.first_free || i >= field.first_free + field.free_count)
                    CHECK(values[i] == 0);
        }
    }
}

TEST_CASE("the coefficients of a position can be counted on the board") {
    const auto count = [](std::string_view text, const std::string& name = "classic") {
        const RuleSet rules = support::preset(name).engine;
        return coefficients(rules, parse_position(rules, text));
    };
    // White: the queen on the throne, guards f7 and g6 around her, h8 one step away, the rest on
    // ring 5. Black: the queen e5 and the guard e6 beside the throne; her one free step is f5.
    const std::map<std::string, Score> white = {{"guard_on_ring 1", 1}, // two less one
                                                {"guard_on_ring 2", 1},  {"queen_on_ring 0", 1},
                                                {"queen_on_ring 1", -1}, {"throne_held 2", 1},
                                                {"throne_blocked 2", 1}, {"guard_ready 0", 1},
                                                {"queen_step 0", -1},    {"to_act 0", 1}};
    CHECK(count("ggggg1/7/8/5G3/4G5/4gQG4/4q5/9/8/7/GGG3 w - - 0 1") == white);
    SUBCASE("from the other side all coefficients but that of the turn change their sign") {
        auto black = white;
        for (auto& [name, value] : black) value = -value;
        black["to_act 0"] = 1;
        CHECK(count("ggggg1/7/8/5G3/4G5/4gQG4/4q5/9/8/7/GGG3 b - - 0 1") == black);
    }
    SUBCASE("a captured guard counts on no ring") {
        auto captured = white;
        captured.erase("guard_on_ring 2");
        captured.erase("guard_ready 0");
        captured["captured_guard 0"] = 1;
        CHECK(count("ggggg1/7/8/5G3/4G5/4gQG4/4q5/9/8/7/GGG3 w h8 - 0 1") == captured);
    }
    SUBCASE("a captured queen keeps her value where her owner puts her, and has none otherwise") {
        auto captured = white;
        for (auto& [name, value] : captured) value = -value;
        captured["to_act 0"] = 1;
        captured["captured_queen 0"] = 1;
        CHECK(count("ggggg1/7/8/5G3/4G5/4gQG4/4q5/9/8/7/GGG3 b e5 - 0 1") == captured);
        // White chooses for her.
        for (auto& [name, value] : captured) value = -value;
        captured["to_act 0"] = 1;
        captured.erase("queen_on_ring 1");
        CHECK(count("ggggg1/7/8/5G3/4G5/4gQG4/4q5/9/8/7/GGG3 b e5 - 0 1", "way-to-play") ==
              captured);
    }
    SUBCASE("in Bloody Queen removed guards count as present around the throne") {
        auto bloody = white;
        bloody.erase("throne_held 2");
        bloody["throne_held 4"] = 1;
        bloody["guard_in_play 0"] = -2;
        CHECK(count("ggggg1/7/8/5G3/4G5/4gQG4/4q5/9/8/7/G5 w - - 0 1", "bloody-queen") == bloody);
    }
}

TEST_CASE("weights are chosen by the rules' fields") {
    const auto of = [](const std::string& name) {
        return &weights_for(support::preset(name).engine);
    };
    const auto changed = [](const std::string& parent, const char* key, const char* value) {
        support::RulePair pair = support::preset(parent);
        support::change(pair, key, value);
        return &weights_for(pair.engine);
    };
    for (const char* near : {"ham", "german", "queens-guard", "queens-guard-opponent",
                             "way-to-play", "ludii", "botermans", "penthalon"})
        CHECK(of(near) == of("classic"));
    CHECK(of("bloody-queen") != of("classic"));
    CHECK(changed("bloody-queen", "setup", "placement") == of("bloody-queen"));
    CHECK(changed("bloody-queen", "effect", "relocate") == of("classic"));
    CHECK(of("same-ring") != of("classic"));
    CHECK(of("same-ring") != of("bloody-queen"));
    CHECK(changed("same-ring", "queen_chooser", "owner") == of("same-ring"));
    CHECK(changed("same-ring", "between", "illegal") == of("botermans"));
    CHECK(changed("botermans", "between", "safe") == of("same-ring"));
    CHECK(changed("same-ring", "flank", "line") == of("classic"));
}
