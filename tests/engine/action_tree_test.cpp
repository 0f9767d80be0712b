// A tree of actions as text, as in the address of an analysis board.
#include "engine/notation/action_tree.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace agon;

namespace {

const RuleSet RULES;

Position start() { return setup_position(RULES, RULES.setup); }
std::string fault(std::string_view text) {
    return support::fault_of([&] { (void)parse_action_tree(RULES, start(), text); });
}

} // namespace

TEST_CASE("a tree of actions is read as it is written") {
    for (const char* text :
         {"", "a1b2", "a1b2 ( a1b1 l11k10 ) l11k10",
          "a1b2 ( a1b1 l11k10 ( l7k7 ) b1b2 ) ( k5k6 ) l11k10 ( l7k7 b2c3 ) b2c3"}) {
        CAPTURE(text);
        CHECK(parse_action_tree(RULES, start(), text).text() == text);
    }
    CHECK(parse_action_tree(RULES, start(), "  A1B2\t( a1b1 )  ").text() == "a1b2 ( a1b1 )");
    CHECK(parse_action_tree(RULES, start(), "a1b2 ( a1b2 l7k7 ) l11k10").text() ==
          "a1b2 l7k7 ( l11k10 )"); // the same action is the same node
}

TEST_CASE("a tree of actions has only actions and parentheses") {
    // What PGN may have besides; each was once accepted, or worse.
    for (const char* text :
         {"{a};", ";", "; a1b2", "{a} a1b2", "{a", "a1b2 {a}", "1. a1b2", "1.a1b2", "a1b2 $1", "*",
          "a1b2 *", "1-0", "[Variant \"ham\"]", "%", "a1b2!", "(a1b1)", "a1b2 (a1b1)",
          "[FEN \"1g1G1q/G6/7G/9/g8g/11/G8G/3G5/g7/6g/Q1g3 w - - 0 1\"] a1b2 ( d4d5 )", "a1b2\n"}) {
        CAPTURE(text);
        CHECK(fault(text) != "");
    }
    CHECK(fault("a1b2 ( d4d5 )").starts_with("word 3 of the tree: 'd4d5' is illegal: "));
    CHECK(fault("( a1b2 )") ==
          "word 1 of the tree: a variation stands before the action that it replaces");
    CHECK(fault("a1b2 ( ( a1b1 ) )") ==
          "word 3 of the tree: a variation stands before the action that it replaces");
    CHECK(fault("a1b2 ( )") == "word 3 of the tree: a variation has no actions");
    CHECK(fault("a1b2 )") == "word 2 of the tree: no variation ends here");
    CHECK(fault("a1b2 ( a1b1") == "word 3 of the tree: a variation does not end");
    const std::string deep(100'000, '(');
    CHECK(fault(deep) != "");
}
