// Ends by the board alone (rules.md 4.8 and 7.5); hand_positions_test.cpp reaches them by play.
#include "engine/game/outcome.hpp"

#include "engine/record/notation.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

namespace {

using namespace agon;

const std::string AROUND = " Ge5 Gf5 Ge6 Gg6 Gf7 Gg7";
const std::string SIX_BLACK = " ga2 ga3 ga4 ga5 gb1 gc1";

/// In words; the naive referee must say the same.
std::string result(const std::string& preset, const std::string& pieces,
                   const std::string& fields = "w - - 0 1") {
    const support::RulePair pair = support::preset(preset);
    const std::string text = support::arranged(pieces, fields);
    const Position position = parse_position(pair.engine, text);
    const std::string words = to_text(decided(pair.engine, position));
    CHECK(words == naive::result(pair.naive, naive::parse(text)));
    CHECK(is_decided(pair.engine, position) == (words != "none"));
    return words;
}

} // namespace

TEST_CASE("outcomes in words") {
    CHECK(to_text(std::optional<Outcome>()) == "none");
    CHECK(to_text(Outcome{Side::White, Reason::Throne}) == "white wins (throne)");
    CHECK(to_text(Outcome{Side::Black, Reason::Forfeit}) == "black wins (forfeit)");
    CHECK(to_text(Outcome{Side::Black, Reason::NoGuards}) == "black wins (no guards)");
    CHECK(to_text(Outcome{std::nullopt, Reason::Repetition}) == "draw (repetition)");
    CHECK(to_text(Outcome{std::nullopt, Reason::NoProgress}) == "draw (no progress)");
    CHECK(to_text(Outcome{std::nullopt, Reason::Ring}) == "draw (ring)");
    CHECK(to_text(Outcome{Side::Black, Reason::NoAction}) == "black wins (no action)");
}

TEST_CASE("4.8 a, b: the queen enthroned among all six guards wins in every preset") {
    for (const std::string& preset : naive::preset_names()) {
        INFO(preset);
        CHECK(result(preset, "Qf6" + AROUND + " qa1" + SIX_BLACK) == "white wins (throne)");
        CHECK(result(preset, "Qa1 Ga2 Ga3 Ga4 Ga5 Gb1 Gc1 qf6 ge5 gf5 ge6 gg6 gf7 gg7") ==
              "black wins (throne)");
        if (preset != "bloody-queen")
            CHECK(result(preset, "Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gh8 qa1" + SIX_BLACK) == "none");
    }
}

TEST_CASE("other readings: six guards around the throne draw, or nothing happens") {
    const std::string empty = "Ql11" + AROUND + " qa1" + SIX_BLACK;
    const std::string taken = "Ql11" + AROUND + " qf6" + SIX_BLACK;
    CHECK(result("ham+forfeit=draw", empty) == "draw (ring)");
    CHECK(result("ham+forfeit=draw", taken) == "none");
    CHECK(result("ham+forfeit=none", empty) == "none");
    CHECK(result("ham+forfeit=none", taken) == "none");
}

TEST_CASE("other readings: a side without an action loses, but not while guards are placed") {
    const std::string stuck = "6/7/8/5g3/4GGg3/4GQGG3/3ggGg3/3g5/8/2q4/6 w - - 0 1";
    for (const std::string value : {"pass", "loses"}) {
        const support::RulePair pair = support::preset("classic+no_action=" + value);
        const auto end = to_text(decided(pair.engine, parse_position(pair.engine, stuck)));
        CHECK(end == naive::result(pair.naive, naive::parse(stuck)));
        CHECK(end == (value == "loses" ? "black wins (no action)" : "none"));
    }
    CHECK(result("classic+no_action=loses", "Qa1 Ga2 Ga3 Ga4 Ga5 Gb1 Gc1 ql11 ge5 gf5",
                 "w - gggg 0 1") == "none"); // white passes until black has placed its guards
}

TEST_CASE("4.8 c, d: six guards around an empty throne lose in every preset") {
    for (const std::string& preset : naive::preset_names()) {
        INFO(preset);
        CHECK(result(preset, "Ql11" + AROUND + " qa1" + SIX_BLACK) == "black wins (forfeit)");
        CHECK(result(preset, "Qa1 Ga2 Ga3 Ga4 Ga5 Gb1 Gc1 ql11 ge5 gf5 ge6 gg6 gf7 gg7") ==
              "white wins (forfeit)");
    }
}

TEST_CASE("4.8 c, d: around the enemy queen as `forfeit` says") {
    for (const std::string& preset : naive::preset_names()) {
        INFO(preset);
        const bool empty_only = naive::preset(preset).forfeit == naive::Forfeit::EmptyThrone;
        CHECK(result(preset, "Ql11" + AROUND + " qf6" + SIX_BLACK) ==
              (empty_only ? "none" : "black wins (forfeit)"));
    }
}

TEST_CASE("7.5: Bloody Queen's ends, in their order") {
    const std::string bloody = "bloody-queen";
    CHECK(result(bloody, "Qa1 ql11 gl10") == "black wins (no guards)");
    CHECK(result(bloody, "Qa1 Gb1 ql11") == "white wins (no guards)");
    CHECK(result(bloody, "Qa1 ql11 gl10", "w - G 0 1") == "none"); // in reserve
    // (i) before (ii) and even when something is left to settle.
    CHECK(result(bloody, "Qf6 Ge5 ql11") == "white wins (no guards)");
    CHECK(result(bloody, "Qa1 Gb1 ql11", "w l11 - 0 1") == "white wins (no guards)");
    // (ii): all that remain, at least one.
    CHECK(result(bloody, "Qf6 Ge5 ql11 gl10") == "white wins (throne)");
    CHECK(result(bloody, "Qf6 Ge5 Gh8 ql11 gl10") == "none");
    CHECK(result(bloody, "Qf6 Ge5 ql11 gl10", "w l10 - 0 1") == "none"); // not settled
    CHECK(result(bloody, "Qf6 ql11 gl10") == "black wins (no guards)");
    CHECK(result(bloody, "Qe6 Ge5 qf6 gg7", "b - - 0 1") == "black wins (throne)");
    // (iii): six, not all that remain.
    CHECK(result(bloody, "Ql11 Ge5 Gf5 Ge6 Gg6 Gf7 qa1 ga2") == "none");
    CHECK(result(bloody, "Ql11" + AROUND + " qa1 ga2", "w a2 - 0 1") == "none"); // not settled
}

TEST_CASE("may_be_decided misses no end, on random boards") {
    support::Random random(43);
    int ends = 0;
    for (const support::RulePair& pair : support::all_presets()) {
        for (int i = 0; i < 5'000 / support::SHARE; ++i) {
            const std::string text = support::random_position(random, pair.naive.effect);
            const Position p = parse_position(pair.engine, text);
            const auto end = decided(pair.engine, p);
            REQUIRE(is_decided(pair.engine, p) == end.has_value());
            REQUIRE(to_text(end) == naive::result(pair.naive, naive::parse(text)));
            ends += end ? 1 : 0;
        }
    }
    CHECK(ends > 20 / support::SHARE);
}
