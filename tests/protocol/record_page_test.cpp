// A game as a separate page: all of it is in the page's data, and nothing in it ends the data.
#include "engine/game/apply.hpp"
#include "engine/notation/action_tree.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/web/room/record_page.hpp"
#include "tests/support/sealed.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

using namespace agon;
using namespace agon::page;

namespace {

const MatchRules& classic() {
    static const MatchRules rules = make_match_rules("classic", "preset", "", {});
    return rules;
}

Game game_of(std::string_view actions) {
    Game game(classic().rules, classic().start());
    const Variations tree = parse_action_tree(classic().rules, classic().start(), actions);
    for (const std::size_t node : tree.line(0, true)) game.play(tree.at(node).move);
    return game;
}

PageGame shown(std::string white = "person") {
    return {.variant = "classic",
            .setup = "standard",
            .names = {std::move(white), "agon-level-3"},
            .result = "1-0",
            .ending = nullptr};
}

Json data_of(const std::string& page) {
    constexpr std::string_view BEGIN = R"(id="data">)";
    const auto begin = page.find(BEGIN) + BEGIN.size();
    return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

} // namespace

TEST_CASE("a separate page has all variations and comments") {
    Variations tree = parse_action_tree(classic().rules, classic().start(),
                                        "a1b2 ( a1b1 ( a1a2 ) l11k10 ) l11k10");
    const std::string hostile = "</script><script>bad()</script> <!-- {x} \xff";
    tree.comment(2) = hostile;
    PageGame analysis = shown();
    analysis.tree = &tree;
    const std::string page = record_page({record_json(game_of("a1b2 l11k10"), analysis)});
    const Json game = data_of(page).at(0);
    CHECK(game.at("actions") == Json{"a1b2", "l11k10"});
    CHECK(game.at("names") == Json{"person", "agon-level-3"});
    std::size_t actions = 0;
    for (const Json& word : game.at("tree"))
        if (word.is_array()) ++actions;
    CHECK(actions == 5);
    CHECK(game.at("tree").dump().find("bad()") != std::string::npos);
    CHECK(page.find("bad()</script>") == std::string::npos);
}

TEST_CASE("a separate page has what a review has found") {
    Review review(game_of("a1b2 l11k10"));
    for (std::size_t ply = 0; ply < review.size(); ++ply) {
        Evaluation evaluation;
        evaluation.kind = Evaluation::Kind::Centipawns;
        evaluation.value = ply == 1 ? 500 : 0;
        const Position& position = review.position(ply);
        review.found(ply,
                     {evaluation,
                      {parse_legal_move(classic().rules, position, ply == 1 ? "l11l10" : "a1b1")},
                      true});
        if (ply == 1) break;
    }
    PageGame reviewed = shown();
    reviewed.review = &review;
    const Json found =
        data_of(record_page({record_json(review.game(), reviewed)})).at(0).at("review");
    CHECK(found.at("chances").size() == 3);
    CHECK(found.at("chances")[2].is_null());
    CHECK(found.at("losses").size() == 2);
}

TEST_CASE("a separate page says where a side cannot lose, in variations too") {
    // Black is sealed from the beginning; the naive referee finds its seals.
    const RuleSet& rules = classic().rules;
    const naive::Rules naive_rules = naive::preset("classic");
    const auto sealed = [&](const Json& safe, const Position& position) {
        const auto expected = support::seal_steps(naive_rules, to_text(position), 'b');
        REQUIRE_FALSE(expected.empty());
        REQUIRE(safe.size() == 1);
        CHECK(safe[0][0] == "b");
        CHECK(expected.contains(safe[0][1].get<std::string>() + safe[0][2].get<std::string>()));
    };
    Game game(rules, parse_position(rules, support::SEALED));
    Variations tree = parse_action_tree(rules, game.position(), "c6d7 ( c5c4 ) e5f5");
    const Json with_tree = [&] {
        PageGame analysis = shown();
        analysis.tree = &tree;
        return record_json(game, analysis).at("safe");
    }();
    CHECK(with_tree.size() == tree.words().size() - 1); // two parentheses, and node 0
    sealed(with_tree.at("0"), game.position());
    for (const auto& [kind, node] : tree.words())
        if (kind == Variations::Word::Kind::Action && tree.at(node).parent == 0)
            sealed(with_tree.at(std::to_string(node)),
                   after(rules, game.position(), tree.at(node).move));
    for (const char* const action : {"c6d7", "e5f5"})
        game.play(parse_legal_move(rules, game.position(), action));
    const Json played = record_json(game, shown()).at("safe");
    CHECK(played.size() == 3);
    sealed(played.at("2"), game.position());
    // Nothing is known at the start, and nothing is said.
    CHECK(record_json(game_of("a1b2 l11k10"), shown()).at("safe") == Json::object());
}

TEST_CASE("a separate page needs nothing else, whatever its title says") {
    const std::string page = record_page({record_json(game_of("a1b2"), shown("</title><b>"))});
    CHECK(page.find("<title>&lt;/title&gt;&lt;b&gt;") != std::string::npos);
    for (const char* const outside : {"src=\"http", "href=\"http", "url(http", "@import"})
        CHECK(page.find(outside) == std::string::npos);
    for (const char* const module : {"agon/board.js", "agon/viewer.js", "agon/tree.js",
                                     "agon/curve.js", "agon/safe.js", "agon/viewer.words.js"})
        CHECK(page.find('"' + std::string(module) + "\":\"data:") != std::string::npos);
}
