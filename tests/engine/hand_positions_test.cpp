// Positions that a random game seldom reaches, rules.md sections 2 to 4, each argued from the rule
// it cites. Twin lets the naive referee confirm every position on the way.
#include "tests/support/arrange.hpp"
#include "tests/support/twin.hpp"

#include <map>
#include <set>

#include <doctest/doctest.h>

namespace {

using support::arranged;
using support::Twin;

Twin game(const std::string& preset, const std::string& text) {
    return Twin(support::preset(preset), text);
}

/// Six guards out of the way along an edge of ring 5.
const std::string SIX_WHITE = " Ga1 Gb1 Gc1 Gd1 Ge1 Gf1";
const std::string FOUR_BLACK = " gl7 gl8 gl9 gl10";

using Actions = std::vector<std::string>;

} // namespace

TEST_CASE("4.5: a queen captured on the throne goes to any vacant cell, but not back") {
    Twin twin = game("classic", arranged("Qf6 ge6 gh6 ql11" + SIX_WHITE + FOUR_BLACK, "b - - 3 9"));
    twin.play("h6g6"); // e6 and g6 are opposite neighbours of the throne
    CHECK(twin.captured() == "f6");
    CHECK(twin.movers() == std::set<std::string>{"f6"});
    CHECK(twin.legal().size() == 91 - 14); // "the cell it leaves is not vacant"; none is flanked
    CHECK_FALSE(twin.offers("f6f6"));
    CHECK(twin.play("f6a6").piece("f6").empty());
    CHECK(twin.captured() == "-");
}

TEST_CASE("4.2: with ring flanks the throne has no pair, and a queen there is never captured") {
    Twin twin =
        game("botermans", arranged("Qf6 ge6 gh6 ql11" + SIX_WHITE + FOUR_BLACK, "b - - 3 9"));
    CHECK(twin.play("h6g6").captured() == "-");
}

TEST_CASE("4.5: queen_target decides whether a captured queen may enter the throne") {
    const std::string text =
        arranged("Qc1 Ga6 Ga5 Ga4 Ga3 Ga2 Gb6 gb1 gd1 ql11" + FOUR_BLACK, "w c1 - 0 1");
    CHECK(game("classic", text).offers("c1f6"));
    CHECK_FALSE(game("german", text).offers("c1f6"));
    CHECK(game("german", text).legal().size() == game("classic", text).legal().size() - 1);
}

TEST_CASE("4.8 c: six guards around the enemy queen lose if their own queen must be inside") {
    const std::string text =
        arranged("Qa1 Ge5 Gf5 Ge6 Gg6 Gf7 Gh8 qf6 gl6 gl11" + FOUR_BLACK, "w - - 0 5");
    for (const char* preset :
         {"ham", "queens-guard", "queens-guard-opponent", "ludii", "same-ring"}) {
        Twin twin = game(preset, text);
        twin.play("h8g7");
        CHECK(twin.outcome() == "black wins (forfeit)");
        CHECK(twin.legal().empty());
        CHECK(twin.turn() == "b"); // 4.8: the turn of a finished game has passed
    }
}

TEST_CASE("4.8 d: if only an empty throne forfeits, the captured queen inside leaves and wins") {
    const std::string text =
        arranged("Qa1 Ge5 Gf5 Ge6 Gg6 Gf7 Gh8 qf6 gl6 gl11" + FOUR_BLACK, "w - - 0 5");
    for (const char* preset : {"classic", "way-to-play", "german"}) {
        Twin twin = game(preset, text);
        twin.play("h8g7");
        CHECK(twin.outcome() == "none");
        CHECK(twin.captured() == "f6");
        CHECK(twin.movers() == std::set<std::string>{"f6"}); // 4.5: she must be relocated
        CHECK(twin.play("f6b1").outcome() == "black wins (forfeit)");
        CHECK(twin.turn() == "w");
        CHECK(twin.legal().empty());
    }
    // Without a flank on the throne (4.2) she stays, and black has other pieces to step with.
    Twin twin = game("botermans", text);
    CHECK(twin.play("h8g7").captured() == "-");
    CHECK(twin.outcome() == "none");
    CHECK_FALSE(twin.movers().contains("f6")); // 4.1: never outward
}

TEST_CASE("4.8: a game that ends in the middle of a turn is over, and the turn has passed") {
    // As above, but black owes a guard too and would go on in the same turn (4.6, all-in-turn).
    Twin twin = game("german", arranged("Qa1 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qf6 gl6 gl11" + FOUR_BLACK,
                                        "b f6,l8 - 0 5"));
    twin.play("f6b1");
    CHECK(twin.outcome() == "black wins (forfeit)");
    CHECK(twin.text().ends_with(" w l8 - 0 6"));
    CHECK(twin.legal().empty());
}

TEST_CASE("4.8: a position text of a finished game is finished whichever side's turn it names") {
    for (const char* fields : {"w - - 0 5", "b - - 0 5"}) { // (a) and (b)
        const Twin twin = game(
            "classic", arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 gl6 gl11" + FOUR_BLACK, fields));
        CHECK(twin.outcome() == "white wins (throne)");
        CHECK(twin.legal().empty());
    }
    for (const char* fields : {"w - - 0 5", "b - - 0 5"}) { // (c) and (d)
        const Twin twin = game(
            "classic", arranged("Qa1 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa2 gl6 gl11" + FOUR_BLACK, fields));
        CHECK(twin.outcome() == "black wins (forfeit)");
        CHECK(twin.legal().empty());
    }
}

TEST_CASE("4.4: a broken flank leaves the piece captured") {
    Twin twin = game("classic", arranged("Qa1 Ge3 Gg3 Gb1 Gd1 Ga2 Ga3 ql11 gf3 gc1" + FOUR_BLACK,
                                         "b c1,f3 - 0 9"));
    CHECK(twin.movers() == std::set<std::string>{"c1", "f3"}); // 4.5: any of its captured guards
    twin.play("c1l6");
    CHECK(twin.captured() == "f3"); // 4.6, one-per-turn: it is white's turn
    CHECK(twin.turn() == "w");
    twin.play("e3e4"); // nothing stands opposite g3 any longer
    CHECK(twin.captured() == "f3");
    CHECK(twin.movers() == std::set<std::string>{"f3"});
}

TEST_CASE("4.4: both sides may hold captured pieces, and captured pieces flank as before") {
    // l9, itself captured, is the partner of the guard relocated to l7: l8 stands between them.
    Twin twin = game("classic", arranged("Qa1 Gl8 Gb1 Gd1 Ga2 Ga3 Ga4 ql11 gc1 gl9 gk6 gj5 gh4 gg3",
                                         "b c1,l9 - 0 9"));
    twin.play("c1l7");
    CHECK(twin.captured() == "l8,l9");
    CHECK(twin.turn() == "w");
    CHECK(twin.movers() == std::set<std::string>{"l8"}); // each side settles its own
}

TEST_CASE("4.4: relocation_captures = no does not capture the same piece") {
    Twin twin = game("ludii", arranged("Qa1 Gl8 Gb1 Gd1 Ga2 Ga3 Ga4 ql11 gc1 gl9 gk6 gj5 gh4 gg3",
                                       "b c1,l9 - 0 9"));
    CHECK(twin.play("c1l7").captured() == "l9");
    // "Only flank pairs that include the landed piece count": l8 stands between l7 and l9, and
    // a landing elsewhere does not capture it.
    twin.play("a4b5").play("l9f1");
    CHECK(twin.captured() == "-");
}

TEST_CASE("4.4: one landing captures up to three pieces") {
    // The queen lands on f6; behind e5, g6 and f7 stand d4, h6 and f8.
    const std::string text =
        arranged("Qe6 Gd4 Gh6 Gf8 Ga1 Gb1 Gc1 ql11 ge5 gg6 gf7 gl7 gl8 gl9", "w - - 4 9");
    for (const char* preset : {"classic", "ludii"}) {
        Twin twin = game(preset, text);
        CHECK(twin.play("e6f6").captured() == "e5,g6,f7");
        CHECK(twin.movers() == std::set<std::string>{"e5", "g6", "f7"});
    }
    // 7.1: each pair includes the queen, so that all three leave the board at once.
    Twin bloody = game("bloody-queen", text);
    bloody.play("e6f6");
    CHECK(bloody.captured() == "-");
    CHECK(bloody.turn() == "b");
    for (const char* cell : {"e5", "g6", "f7"}) CHECK(bloody.piece(cell).empty());
    // 4.2, ring flanks: none of the three stands between f6 and anything on its own ring.
    CHECK(game("botermans", text).play("e6f6").captured() == "-");
}

TEST_CASE("4.7: a side without another action passes, and only then") {
    // Ring 1 is full, and h8 is shut in by g7, g8 and h7.
    const std::string text =
        arranged("Qf6 Ge5 Gf5 Ge6 Gf7 Gg7 Gh8 gg6 gg8 gh7 ql11 gl7 gl8 gl9", "w - - 4 9");
    for (const char* preset : {"classic", "ludii", "same-ring", "bloody-queen"}) {
        Twin twin = game(preset, text);
        CHECK(twin.legal() == Actions{"pass"});
        twin.play("0000"); // 9: read as a pass
        CHECK(twin.text().ends_with(" b - - 5 9"));
        CHECK_FALSE(twin.offers("pass"));
        CHECK_THROWS_AS(twin.play("pass"), agon::Error);
    }
}

TEST_CASE("3, placement: a side with nothing left to place passes while the other places") {
    Twin twin =
        game("classic", arranged("Qa1 Gb1 Gc1 Gd1 Ge1 Gf1 Ga2 ql11" + FOUR_BLACK, "w - gg 0 3"));
    CHECK(twin.legal() == Actions{"pass"});
    twin.play("pass").play("a6").play("pass").play("b7");
    CHECK(twin.field(3) == "-");
    CHECK(twin.movers().contains("a2")); // play goes on with the side to move
}

TEST_CASE("3, placement: nothing is captured, and standing between enemies is allowed") {
    Twin twin = game("classic", arranged("Qa1 Gd5 gf8 ql11", "w - GGGGGggggg 0 3"));
    twin.play("f10").play("e5"); // white around f8's line, black beside d5
    twin.play("f9").play("f11"); // black f8 - white f9 - white f10 - black f11
    twin.play("f5").play("k10"); // white d5 and f5 around black e5
    CHECK(twin.captured() == "-");
    CHECK_FALSE(twin.offers("f6")); // not the throne
    CHECK(twin.clock() == "0");
}

TEST_CASE("3, placement: the game may end with a placement, while guards are in reserve") {
    for (const char* preset : {"classic", "ham", "bloody-queen"}) {
        Twin twin =
            game(preset, arranged("Qa1 Ge5 Gf5 Ge6 Gg6 Gf7 ql11 gl10 gl9 gl8", "w - Gggg 0 3"));
        CHECK(twin.play("g7").outcome() == "black wins (forfeit)"); // the throne is empty
        CHECK(twin.legal().empty());
    }
}

TEST_CASE("4.5, next-ring: a piece with no cell one ring outward goes to any cell of ring 5") {
    // The captured guard on f7 has e7, f8 and g8 outward.
    const std::string full =
        arranged("Qe5 Gf8 Gg5 Gf5 Ge4 Gd5 Gd4 qh8 gf7 ge7 gg8 gh7 gh6 gf4", "b f7 - 0 9");
    CHECK(game("penthalon", full).target_rings() == std::map<int, int>{{5, 30}});
    const std::string one_free =
        arranged("Qe5 Gf8 Gg5 Gf5 Ge4 Gd5 Gd4 qj7 gf7 ge7 gg9 gh7 gh6 gf4", "b f7 - 0 9");
    CHECK(game("penthalon", one_free).legal() == Actions{"f7g8"});
    // The one free cell is between f8 and h8, so it is not a cell "where it may be put".
    const std::string flanked =
        arranged("Qe5 Gf8 Gh8 Gf5 Ge4 Gd5 Gd4 qj7 gf7 ge7 gg9 gh7 gh6 gf4", "b f7 - 0 9");
    CHECK(game("penthalon", flanked).target_rings() == std::map<int, int>{{5, 30}});
}

TEST_CASE("4.5, next-ring: a queen on the throne inside a full ring 1, and a piece on ring 5") {
    const std::string full =
        arranged("Qd4 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qf6 gh6 gh7 gh8 gg8 gf8 gf4", "b f6 - 0 9");
    CHECK(game("penthalon", full).target_rings() == std::map<int, int>{{5, 30}});
    const std::string one_free =
        arranged("Qd4 Gd6 Gf5 Ge6 Gg6 Gf7 Gg7 qf6 gh6 gh7 gh8 gg8 gf8 gf4", "b f6 - 0 9");
    CHECK(game("penthalon", one_free).legal() == Actions{"f6e5"});
    const std::string outside =
        arranged("Qd4 Gb1 Gd1 Ge6 Gg6 Gf7 Gg7 qf6 gc1 gh7 gh8 gg8 gf8 gf4", "b c1 - 0 9");
    CHECK(game("penthalon", outside).target_rings() == std::map<int, int>{{5, 30 - 3}});
}

TEST_CASE("4.3: a step between two enemies is illegal, captures itself or is harmless") {
    const std::string text =
        arranged("Qa6 Gd1 Gb2 Ga5 Ga4 Ga3 Ga2 ql11 gc2 ge2" + FOUR_BLACK, "w - - 7 9");
    CHECK_FALSE(game("classic", text).offers("d1d2"));
    CHECK_FALSE(game("botermans", text).offers("d1d2"));
    // same-ring: the step captures c2, between b2 and d2 on ring 4, and the piece that makes it.
    Twin captured = game("same-ring", text);
    CHECK(captured.play("d1d2").captured() == "c2,d2");
    CHECK(captured.movers() == std::set<std::string>{"c2"});
    captured.play("c2f11");
    CHECK(captured.movers() == std::set<std::string>{"d2"});
    // bloody-queen: harmless to the guard that stepped, and c2 is trapped by two guards.
    Twin safe = game("bloody-queen", text);
    CHECK(safe.play("d1d2").captured() == "c2");
    CHECK(safe.turn() == "w");
}

TEST_CASE(
    "2, queen_chooser: the other side picks the cell, and it is the owner's turn all the same") {
    const std::string text =
        arranged("Qa6 Gd1 Gb2 Ga5 Ga4 Ga3 Ga2 ql11 gc2 ge2" + FOUR_BLACK, "b l11,l8 - 7 9");
    for (const char* preset : {"queens-guard-opponent", "way-to-play", "same-ring"}) {
        Twin twin = game(preset, text);
        CHECK(twin.white_chooses());
        CHECK(twin.movers() == std::set<std::string>{"l11"}); // 4.5: the queen first
        twin.play("l11a1");
        CHECK(twin.text().ends_with(" w l8 - 0 10"));
        CHECK(twin.white_chooses());
        twin.play("a2b3");
        CHECK_FALSE(twin.white_chooses()); // l8 is a guard
    }
    CHECK_FALSE(game("classic", text).white_chooses());
}

TEST_CASE("2, queen_chooser: it applies to a queen that captured herself too") {
    Twin twin = game("same-ring", arranged("Qd1 Ga6 Gb2 Ga5 Ga4 Ga3 Ga2 ql11 gc2 ge2" + FOUR_BLACK,
                                           "w - - 7 9"));
    twin.play("d1d2").play("c2a1"); // d2 captured c2 as well, which black relocates
    CHECK(twin.turn() == "w");
    CHECK_FALSE(twin.white_chooses());
    CHECK(twin.play("d2f6").piece("f6") == "Q");
    CHECK(twin.turn() == "b");
}

TEST_CASE("4.6, all-in-turn: one action each, the queen first, and then the turn passes") {
    Twin twin = game("german", arranged("Qa6 Ga1 Gb2 Ga5 Ga4 Ga3 Gf1 ql11 gc2 ge2" + FOUR_BLACK,
                                        "b e2,l8,l11 - 7 9"));
    CHECK(twin.movers() == std::set<std::string>{"l11"});
    twin.play("l11g6");
    CHECK(twin.text().ends_with(" b e2,l8 - 0 9")); // NUMBER goes up after a turn, not an action
    twin.play("l8l6");
    CHECK(twin.text().ends_with(" b e2 - 0 9"));
    twin.play("e2c1");
    CHECK(twin.text().ends_with(" w - - 0 10"));
}

TEST_CASE("4.2: a flank around a corner is one along the ring and none along a line") {
    const std::string text =
        arranged("Qa6 Ge1 Gh3 Ga5 Ga4 Ga3 Ga2 ql11 gf1 gd6" + FOUR_BLACK, "w - - 7 9");
    CHECK(game("botermans", text).play("h3g2").captured() == "f1");
    CHECK(game("same-ring", text).play("h3g2").captured() == "f1");
    CHECK(game("classic", text).play("h3g2").captured() == "-");
}

TEST_CASE("4.5, relocation_between: a cell between two enemies is closed, or open") {
    const std::string text =
        arranged("Ql6 Gb1 Gd1 Ga5 Ga4 Gf4 Gh4 ql11 gg4 gd6" + FOUR_BLACK, "b g4 - 7 9");
    CHECK_FALSE(game("classic", text).offers("g4c1"));
    CHECK(game("ludii", text).offers("g4c1"));
    CHECK(game("classic", text).offers("g4e1"));
}

TEST_CASE("4.1: only a queen enters the throne, and she never leaves it by a step") {
    Twin twin = game(
        "classic", arranged("Qe6 Gg7 Gb2 Ga5 Ga4 Ga3 Ga2 ql11 gc2 gf9" + FOUR_BLACK, "w - - 7 9"));
    CHECK(twin.offers("e6f6"));
    CHECK_FALSE(twin.offers("g7f6"));
    twin.play("e6f6").play("f9f8");
    CHECK_FALSE(twin.movers().contains("f6"));
}
