// Where captured guards leave the game (rules.md 4.10), and the targets `next-ring-any` (4.5).
// Each position is made by hand for the sentence that it shows; the naive referee follows along.
#include "tests/support/arrange.hpp"
#include "tests/support/twin.hpp"

#include <doctest/doctest.h>

namespace {

using support::arranged;
using support::Twin;

Twin kanare(const std::string& pieces, const std::string& fields = "w - - 0 1") {
    return Twin(support::preset("kanare"), arranged(pieces, fields));
}

} // namespace

TEST_CASE("a captured guard leaves the game at once, and the clock begins again") {
    // c1 is between b1 and d1 on a line once the guard from e1 has stepped to d1.
    Twin game = kanare("Qa1 Gb1 Ge1 ql11 gc1 gl7", "w - - 7 9");
    game.play("e1d1");
    CHECK(game.text() == arranged("Qa1 Gb1 Gd1 ql11 gl7", "b - - 0 9"));
}

TEST_CASE("a captured queen stays, and is relocated to any vacant cell") {
    Twin game = kanare("Qa1 Gb1 Ge1 qc1 gl7 gk6", "w - - 7 9");
    game.play("e1d1");
    CHECK(game.text() == arranged("Qa1 Gb1 Gd1 qc1 gl7 gk6", "b c1 - 8 9"));
    CHECK(game.offers("c1f6"));
    CHECK(!game.offers("l7l8"));
}

TEST_CASE("the remaining guards are enough for the throne, at least one of them") {
    Twin game = kanare("Qf6 Ge5 Gf8 ql11 ga1", "w - - 0 1");
    CHECK(game.outcome() == "none");
    game.play("f8f7");
    CHECK(game.outcome() == "white wins (throne)");
    // Guards in reserve are to be placed first.
    CHECK(kanare("Qf6 Ge5 ql11 ga1", "w - G 0 1").outcome() == "none");
}

TEST_CASE("a side without guards loses, unless it has some in reserve") {
    Twin game = kanare("Qa1 Gb1 Ge1 ql11 gc1");
    game.play("e1d1");
    CHECK(game.outcome() == "white wins (no guards)");
    CHECK(kanare("Qa1 Gb1 ql11", "w - g 0 1").outcome() == "none");
}

TEST_CASE("of two sides without guards the one whose turn it was loses") {
    // The white guard steps between a queen and a guard, and captures that guard: both are gone.
    support::RulePair rules = support::preset("kanare");
    support::change(rules, "between", "captured");
    Twin game(rules, arranged("Qf4 Gd3 qc4 ge4"));
    game.play("d3d4");
    CHECK(game.outcome() == "black wins (no guards)");
}

TEST_CASE("a removal cuts the scan for repetitions") {
    Twin game(support::preset("kanare"), arranged("Qa1 Gb1 Ge1 ql11 gc1 gl7"), {2, 0});
    for (const char* action : {"a1a2", "l11l10", "a2a1"}) game.play(action);
    CHECK(game.outcome() == "none"); // black's queen is still on l10
    game.play("l10l11");
    CHECK(game.outcome() == "draw (repetition)");
    Twin cut(support::preset("kanare"), arranged("Qa1 Gb1 Ge1 ql11 gc1 gl7"), {2, 0});
    cut.play("e1d1");
    for (const char* action : {"l11l10", "a1a2", "l10l11"}) cut.play(action);
    CHECK(cut.outcome() == "none");
    cut.play("a2a1");
    CHECK(cut.outcome() == "draw (repetition)"); // counted from after the removal
}

TEST_CASE("next-ring-any: any cell of the next ring outward, or of the one after") {
    // The guard on f5, on ring 1, goes to the vacant ones of the twelve cells of ring 2.
    const Twin game(
        support::preset("neto"),
        arranged("Qa1 Gd4 Ga2 Ga3 Ga4 Ga5 Gb1 ql11 gf5 gl10 gl9 gl8 gl7 gk6", "b f5 - 0 1"));
    CHECK(game.moves().size() == 11);
    CHECK(game.offers("f5h8"));
    CHECK(!game.offers("f5d4"));
    CHECK(!game.offers("f5e5"));
    // From ring 5: the thirty cells of ring 5, of which twelve are taken.
    const Twin outer(
        support::preset("neto"),
        arranged("Qa1 Gc1 Ga2 Ga3 Ga4 Ga5 Gd4 ql11 gb1 gl10 gl9 gl8 gl7 gk6", "b b1 - 0 1"));
    CHECK(outer.moves().size() == 30 - 12);
}
