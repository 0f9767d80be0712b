// Which sides provably cannot lose, by the naive referee and by the refuges of bench/solved.md.
#include "engine/game/safety.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/random.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/sealed.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agon;

namespace {

std::vector<Safety> safe_in(const support::RulePair& rules, const std::string& text) {
    return safe_sides(rules.engine, parse_position(rules.engine, text));
}

} // namespace

TEST_CASE("safety: a seal, and what is said of it") {
    const auto classic = support::preset("classic");
    REQUIRE(support::seal_steps(classic.naive, support::SEALED, 'b') == support::SEALED_STEPS);
    REQUIRE(support::seal_steps(classic.naive, support::SEALED, 'w').empty());
    const auto safe = safe_in(classic, support::SEALED);
    REQUIRE(safe.size() == 1);
    CHECK(safe[0].side == Side::Black);
    REQUIRE(safe[0].seal);
    const std::string from = safe[0].seal->from.text(), to = safe[0].seal->to.text();
    CHECK(support::SEALED_STEPS.contains(from + to));
    CHECK(safety_sentence(parse_position(classic.engine, support::SEALED), safe[0]) ==
          support::SEALED_SENTENCE + to + " and back for ever.");
    // The same for the other side to move, but not under rules without seals.
    std::string other = support::SEALED;
    other.replace(other.find(" w "), 3, " b ");
    CHECK(safe_in(classic, other).size() == 1);
    CHECK(safe_in(support::preset("agon"), support::SEALED).empty());
}

TEST_CASE("safety: a refuge, which may be both sides'") {
    // White's queen is on the throne, and Black has two guards around a cell of ring 1.
    const std::string both = "q5/7/8/9/4g5/5Q5/4g5/9/8/gggg3/GGGGGG w - - 0 1";
    const auto botermans = support::preset("botermans");
    const auto safe = safe_in(botermans, both);
    REQUIRE(safe.size() == 2);
    CHECK(safe[0].side == Side::White);
    CHECK(safe[1].side == Side::Black);
    CHECK_FALSE(safe[0].seal);
    CHECK(safety_sentence(parse_position(botermans.engine, both), safe[0]) ==
          "White cannot lose from here, because it can stay in its refuge for ever.");
    CHECK(safe_in(support::preset("neto"), both).size() == 1);
    CHECK(safe_in(support::preset("classic"), both).empty());
}

TEST_CASE("safety: two guards side by side and four on the edge, not all in one row") {
    const std::string apart = "gg3g/7/8/8g/4gg4/11/10/4q1G2/GG3G2/QG1G3/6 w - - 0 1";
    const std::string row = "gggg2/7/8/9/4gg4/11/10/4q1G2/GG3G2/QG1G3/6 w - - 0 1";
    for (const char* name : {"neto", "same-ring"}) {
        CAPTURE(name);
        const auto safe = safe_in(support::preset(name), apart);
        REQUIRE(safe.size() == 1);
        CHECK(safe[0].side == Side::Black);
        CHECK(safe_in(support::preset(name), row).empty());
    }
    CHECK(safe_in(support::preset("botermans"), row).size() == 1); // two neighbours are enough
    CHECK(safe_in(support::preset("classic"), apart).empty());
}

TEST_CASE("safety: nothing is said of a game that is over") {
    const std::string won =
        support::arranged("Qf6 Ge5 Gf5 Ge6 Gf7 Gg7 Gg6 qa1 ga2 ga3 ga4 ga5 gb1 gc1", "b - - 0 1");
    for (const char* preset : {"classic", "botermans"})
        CHECK(safe_in(support::preset(preset), won).empty());
}
