#include "engine/game/game.hpp"

#include "engine/record/notation.hpp"
#include "engine/rules/presets.hpp"

#include <doctest/doctest.h>

using namespace agon;

TEST_CASE("random play does not count placements, and stops where the game ends") {
    const Presets presets;
    const RuleSet& rules = presets.at("classic").rules;
    std::mt19937_64 random(1);
    Game placed(rules, setup_position(rules, Setup::Placement));
    play_random(placed, 5, random);
    CHECK(placed.length() == 2 * GUARDS_A_SIDE + 5);
    CHECK_FALSE(placed.position().placing());

    Game drawn(rules, placed.position(), {.repetition = 0, .no_progress = 3});
    play_random(drawn, 100, random);
    CHECK(drawn.length() < 100);
    CHECK(drawn.outcome());
}
