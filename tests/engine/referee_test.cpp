// What the touch rule can cost: the turn only at its beginning, and only its owner's (rules.md
// section 6).
#include "engine/record/referee.hpp"

#include "engine/record/match_rules.hpp"
#include "engine/record/notation.hpp"

#include <doctest/doctest.h>

using namespace agon;

namespace {

Referee referee_of(const char* variant, const std::string& position) {
    const RuleSet rules = make_match_rules(variant, "preset", "", {}).rules;
    return Referee(rules, parse_position(rules, position), {}, false, {});
}

} // namespace

TEST_CASE("a forfeited turn leaves the captured set, and counts as no progress") {
    Referee referee = referee_of("german", "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 7 9");
    REQUIRE(referee.may_forfeit_turn());
    referee.forfeit_turn();
    CHECK(referee.position_line() ==
          "position fen 5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg b f4,g4 - 8 9");
    CHECK(referee.chooser() == Side::Black);
    referee.forfeit_turn();
    CHECK(referee.position_line() ==
          "position fen 5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 9 10");
    CHECK_FALSE(referee.verdict());
}

TEST_CASE("who has begun a turn cannot forfeit it") {
    Referee referee = referee_of("german", "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 0 7");
    referee.play("f4l6");
    REQUIRE(referee.chooser() == Side::White); // all captured pieces in one turn
    CHECK_FALSE(referee.may_forfeit_turn());
    referee.play("g4l7");
    REQUIRE(referee.chooser() == Side::Black);
    CHECK(referee.may_forfeit_turn());
}

namespace {
const std::string ROWS = "GGGGGq/7/8/9/10/11/10/9/8/1gQg3/1Ggggg"; // the white queen is on c2
}

TEST_CASE("who chooses for another cannot forfeit that one's turn") {
    const Referee other = referee_of("way-to-play", ROWS + " w c2 - 0 7");
    REQUIRE(other.chooser() == Side::Black);
    CHECK_FALSE(other.may_forfeit_turn());
    const Referee owner = referee_of("classic", ROWS + " w c2 - 0 7");
    REQUIRE(owner.chooser() == Side::White);
    CHECK(owner.may_forfeit_turn());
}

TEST_CASE("settling is the middle of a turn") {
    CHECK_FALSE(referee_of("bloody-queen", ROWS + " w b2 - 0 7").may_forfeit_turn());
    CHECK(referee_of("bloody-queen", ROWS + " w - - 0 7").may_forfeit_turn());
}

TEST_CASE("an action has a prospect for a side when it would then choose") {
    const std::string captured = "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 0 7";
    const Referee german = referee_of("german", captured);
    CHECK_FALSE(german.prospect("f4l6", Side::Black)); // white chooses again
    CHECK(german.prospect("f4l6", Side::White));
    CHECK_FALSE(german.prospect("f4f5", Side::White)); // illegal
    CHECK_FALSE(german.prospect("", Side::White));
    const auto classic = referee_of("classic", captured).prospect("f4l6", Side::Black);
    REQUIRE(classic);
    CHECK(to_text(classic->move) == "f4l6");
    CHECK(classic->position_line == "position fen " + captured + " moves f4l6");
    // The hundredth action without progress ends the game.
    CHECK_FALSE(referee_of("classic", ROWS + " b - - 99 7").prospect("l11l10", Side::White));
    CHECK(referee_of("classic", ROWS + " b - - 98 7").prospect("l11l10", Side::White));
}
