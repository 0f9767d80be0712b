// Action text (rules.md section 9).
#include "engine/record/notation.hpp"

#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

namespace {

using namespace agon;
using support::arranged;

std::string refusal(const std::string& preset, const std::string& position,
                    const std::string& action) {
    const RuleSet rules = support::preset(preset).engine;
    return support::fault_of(
        [&] { (void)parse_legal_move(rules, parse_position(rules, position), action); });
}

std::string upper(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

} // namespace

TEST_CASE("actions are printed in lower case, and read back in either case") {
    const auto check = [](Move move, const std::string& text) {
        REQUIRE(to_text(move) == text);
        REQUIRE(parse_move(text) == move);
        REQUIRE(parse_move(upper(text)) == move);
    };
    BOARD.for_each([&](Cell from) {
        BOARD.for_each([&](Cell to) {
            if (from != to) check(Move(from, to), from.text() + to.text());
        });
        check(Move::placement(from), from.text());
    });
    check(Move::pass(), "pass");
    CHECK(parse_move("Pass") == Move::pass());
    CHECK(parse_move("A1b2") == parse_move("a1B2"));
}

TEST_CASE("0000 is read as a pass, and printed for no action") {
    CHECK(parse_move("0000") == Move::pass());
    CHECK(to_text(Move()) == "0000");
}

TEST_CASE("text that is not an action is refused in one line that quotes it") {
    for (const std::string text :
         {"",         " ",     "f",     "6",   "f0",    "f12",  "a7",     "i5",   "i5a1",
          "f6i5",     "f6 g6", " f6",   "f6 ", "f6-g6", "f6g",  "f6g6h6", "f06",  "f6g06",
          "pas",      "passs", "pass ", "000", "00000", "a1b",  "1a2b",   "m1",   "f6\n",
          "\xc3\xa9", "a-1",   "a1a",   "l12", "f111",  "null", "none",   "f\x1b"}) {
        INFO(text);
        CHECK(support::fault_of([&] {
                  (void)parse_move(text);
              }).starts_with(in_quotes(text) + " is not an action"));
    }
}

TEST_CASE("legal actions of random games come back from their text") {
    for (const support::RulePair& pair : support::all_presets()) {
        support::walk_from_setups(pair.engine, 23, 300, [&](const Position& position) {
            MoveList moves;
            legal_moves(pair.engine, position, moves);
            for (const Move move : moves)
                REQUIRE(parse_legal_move(pair.engine, position, upper(to_text(move))) == move);
        });
    }
}

TEST_CASE("an illegal action is refused with the reason") {
    const std::string standard(setup_text(Setup::Standard));
    const auto reason = [&](const std::string& action, const std::string& position,
                            const std::string& why, const std::string& preset = "classic") {
        INFO(position, " ", action);
        CHECK(refusal(preset, position, action) == "'" + action + "' is illegal: " + why);
    };
    reason("pass", standard, "passing is legal only without another action");
    reason("0000", standard, "passing is legal only without another action");
    reason("b2", standard, "no guards are in reserve");
    reason("f6g6", standard, "no white piece on f6");
    reason("l11k10", standard, "no white piece on l11"); // black's queen
    reason("a1f6", standard, "a step goes to an adjacent cell");
    const std::string blocks =
        arranged("Qc2 Gd2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 ge3 gg3");
    reason("c2d2", blocks, "d2 is not vacant");
    reason("d2d1", blocks, "a step never goes outward");
    reason("g7f6", blocks, "only a queen enters the throne");
    const std::string between =
        arranged("Qc2 Gf2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 ge3 gg3");
    reason("f2f3", between, "f3 is between two black pieces");

    const std::string placing(setup_text(Setup::Placement));
    const std::string place_first =
        "guards in reserve are placed first, on a vacant cell but the throne";
    reason("f6", placing, place_first);
    reason("a1", placing, place_first);
    reason("a1b2", placing, place_first);
    const std::string nothing_to_place =
        arranged("Qa1 Gb1 Gc1 Gd1 Ge1 Gf1 Ga2 ql11 gl10 gl9 gl8 gl7", "w - gg 0 3");
    reason("b2", nothing_to_place, "the only legal action is pass");

    const std::string owing =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1", "w b2,c1 - 0 3");
    reason("a2b3", owing, "the captured queen on c1 comes first");
    reason("b2a1", owing, "the captured queen on c1 comes first");
    reason("c1b2", owing, "b2 is not vacant");
    const std::string between_guards =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 ge5 gg5", "w c1 - 0 3");
    reason("c1f5", between_guards, "f5 is between two black pieces");
    const std::string owing_guard =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1", "w b2 - 0 3");
    reason("a2b3", owing_guard, "a captured guard comes first: b2");
    reason("b2b3", owing_guard, "the captured guard on b2 may not be put on b3"); // not ring 5
    const std::string bloody = arranged("Qa1 Gb1 Gd1 qc1 gl7 gk6 gd4", "w c1,d4 - 8 9");
    reason("b1b2", bloody, "the captured queen on c1 comes first", "bloody-queen");
    reason("d4d3", bloody, "the captured queen on c1 comes first", "bloody-queen");
    reason("c1f6", bloody, "the captured queen on c1 may not be put on f6", "bloody-queen");
    reason("c1k6", bloody, "the captured queen on c1 may not be put on k6",
           "bloody-queen"); // not outermost
    CHECK(refusal("bloody-queen", bloody, "c1l7") == "");

    const std::string over = arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 ga2 ga3 ga4 ga5 gb1 gc1");
    reason("f6g6", over, "the game is over");
    reason("pass", over, "the game is over");
    CHECK(refusal("classic", standard, "nonsense").starts_with("'nonsense' is not an action"));
    CHECK(refusal("classic", standard, "a1a1").starts_with("'a1a1' is illegal"));
}

TEST_CASE("what is not printable is escaped, what is long is cut") {
    CHECK(escape_controls("a1b2 ~") == "a1b2 ~");
    CHECK(escape_controls(std::string_view("\0\n\x7f\xff", 4)) == "\\x00\\x0a\\x7f\\xff");
    CHECK(escape_controls("12345", 5) == "12345");
    CHECK(escape_controls("123456", 5) == "12345...");
    CHECK(in_quotes("pa\x1b") == "'pa\\x1b'");
    CHECK(in_quotes(std::string(61, 'k')) == "'" + std::string(60, 'k') + "...'");
}
