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
