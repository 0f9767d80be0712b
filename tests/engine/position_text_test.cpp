// Position text (rules.md section 8): what is read, what is printed, and every refusal.
#include "engine/record/notation.hpp"

#include "tests/support/arrange.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

namespace {

using namespace agon;

const std::string BOARD_TEXT = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1";
// Five guards a side on the board, so that there is room for reserves.
const std::string FIVE_EACH = "1g1G1q/G6/7G/9/g9/11/G8G/9/g7/6g/Q1g3";

std::string refusal(const std::string& preset, const std::string& text) {
    const RuleSet rules = support::preset(preset).engine;
    const std::string fault = support::fault_of([&] { (void)parse_position(rules, text); });
    CHECK(fault.find('\n') == std::string::npos);
    return fault;
}

/// The message begins with the name of the field at fault.
void refused(const std::string& field, const std::string& text,
             const std::string& preset = "classic") {
    INFO(text);
    CHECK(refusal(preset, text).starts_with(field + ": "));
}

void accepted(const std::string& text, const std::string& preset = "classic") {
    INFO(text);
    CHECK(refusal(preset, text) == "");
}

} // namespace

TEST_CASE("what is printed is read back as an equal position") {
    support::Random random(25);
    for (const support::RulePair& pair : support::all_presets()) {
        for (int i = 0; i < 1'000; ++i) {
            const std::string text = support::random_position(random, pair.naive.effect);
            const Position position = parse_position(pair.engine, text);
            REQUIRE(to_text(position) == text);
            REQUIRE(parse_position(pair.engine, to_text(position)) == position);
        }
        support::walk_from_setups(pair.engine, 26, 500, [&](const Position& position) {
            REQUIRE(parse_position(pair.engine, to_text(position)) == position);
        });
    }
}

TEST_CASE("the fields of a position") {
    const Position p = parse_position(RuleSet(), BOARD_TEXT + " b a1,l11 - 12 34");
    CHECK(p.turn == Side::Black);
    CHECK(p.queens[Side::White] == *Cell::parse("a1"));
    CHECK(p.queens[Side::Black] == *Cell::parse("l11"));
    CHECK(p.guards(Side::White).count() == 6);
    CHECK(p.guards(Side::Black).contains(*Cell::parse("g11")));
    CHECK(p.captured == (p.queen(Side::White) | p.queen(Side::Black)));
    CHECK(p.clock == 12);
    CHECK(p.number == 34);
    CHECK_FALSE(p.placing());
    const Position placing = parse_position(RuleSet(), FIVE_EACH + " w - Gg 0 1");
    CHECK(placing.reserve == PerSide<std::uint8_t>{1, 1});
    CHECK(placing.placing());
}

TEST_CASE("captured cells are read in any order and printed row by row upward") {
    const Position p = parse_position(RuleSet(), BOARD_TEXT + " w l11,c1,a1,g11 - 0 1");
    CHECK(to_text(p) == BOARD_TEXT + " w a1,c1,g11,l11 - 0 1");
}

TEST_CASE("finished positions are accepted") {
    accepted(support::arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 ga2 ga3 ga4 ga5 gb1 gc1"));
    accepted(support::arranged("Qe7 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 ga2 ga3 ga4 ga5 gb1 gc1"));
    accepted(support::arranged("Qa1 ql11 gl10"), "bloody-queen");
}

TEST_CASE("text that is not a position is refused with the form of one") {
    for (const std::string text : {"hello", "hello w - - 0 1", "startpos"})
        CHECK(refusal("classic", text) ==
              "'" + text + "' is not a position, which looks like '" + BOARD_TEXT + " w - - 0 1'");
}

TEST_CASE("refused: missing fields and trailing text") {
    refused("BOARD", "");
    refused("TURN", BOARD_TEXT);
    refused("CAPTURED", BOARD_TEXT + " w");
    refused("RESERVE", BOARD_TEXT + " w -");
    refused("CLOCK", BOARD_TEXT + " w - -");
    refused("NUMBER", BOARD_TEXT + " w - - 0");
    refused("NUMBER", BOARD_TEXT + " w - - 0 ");
    CHECK(refusal("classic", BOARD_TEXT + " w - - 0 1 x").find("trailing text 'x'") !=
          std::string::npos);
    // A message is one line, whatever it quotes (engine/error.hpp).
    CHECK(refusal("classic", BOARD_TEXT + " w - - 0 1 \x1b[2J").find("'\\x1b[2J'") !=
          std::string::npos);
    CHECK(refusal("classic", "\r" + BOARD_TEXT + " w - - 0 1").find("'\\x0d'") !=
          std::string::npos);
    CHECK(refusal("classic", BOARD_TEXT + " w - - 0 1 ") != "");
    CHECK(refusal("classic", " " + BOARD_TEXT + " w - - 0 1") != "");
    CHECK(refusal("classic", BOARD_TEXT + "  w - - 0 1") != ""); // one space between
}

TEST_CASE("refused: wrong row count or length, unknown letter, leading zero") {
    const std::string rest = " w - - 0 1";
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g" + rest);
    refused("BOARD", BOARD_TEXT + "/6" + rest);
    refused("BOARD", BOARD_TEXT + "/" + rest);
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G" + rest);   // five cells
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G2" + rest);  // seven
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1G" + rest); // seven
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/12/G8G/9/g7/6g/Q1g1G1" + rest);
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/99999999999/G8G/9/g7/6g/Q1g1G1" + rest);
    refused("BOARD", "1g1G1q/G6/7G/45/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest); // forty-five
    refused("BOARD", "1g1G1q/G6/7G//g8g/11/G8G/9/g7/6g/Q1g1G1" + rest);
    refused("BOARD", "1g1G1x/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest);
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1-1G1" + rest);
    refused("BOARD", "1g1G1q/G6/7G/09/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest);
    refused("BOARD", "1g1G1q/G6/7G/9/g08g/11/G8G/9/g7/6g/Q1g1G1" + rest);
    refused("BOARD", "1g01G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest);
    refused("BOARD", "1g0G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest);
}

TEST_CASE("refused: queens and guards miscounted, a guard on the throne") {
    const std::string rest = " w - - 0 1";
    refused("BOARD", "1g1G2/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest);   // no black queen
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/2g1G1" + rest);   // no white queen
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1GQ" + rest);  // two
    refused("BOARD", "1g1Gqq/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest);  // two
    refused("BOARD", "1g1G1q/G6/7G/9/g8g/5G5/8G1/9/g7/6g/Q1g1G1" + rest); // on f6
    refused("BOARD", "1g1G1q/G6/7G/9/4g4g/5g5/G8G/9/g7/6g/Q3G1" + rest);  // on f6
    for (const char* preset : {"classic", "ludii", "same-ring"}) {
        CHECK(refusal(preset, FIVE_EACH + rest).find("BOARD") == 0);
        CHECK(refusal(preset, FIVE_EACH + " w - G 0 1").find("BOARD") == 0);
        CHECK(refusal(preset, FIVE_EACH + " w - GGg 0 1").find("BOARD") == 0);
        CHECK(refusal(preset, BOARD_TEXT + " w - g 0 1").find("BOARD") == 0);
        CHECK(refusal(preset, "GgGG1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1" + rest).find("BOARD") ==
              0);
        accepted(FIVE_EACH + " w - Gg 0 1", preset);
    }
    accepted(FIVE_EACH + rest, "bloody-queen"); // at most six
    accepted(FIVE_EACH + " w - G 0 1", "bloody-queen");
    CHECK(refusal("bloody-queen", FIVE_EACH + " w - GG 0 1").find("BOARD") == 0);
    CHECK(refusal("bloody-queen", BOARD_TEXT + " w - g 0 1").find("BOARD") == 0);
}

TEST_CASE("refused: no guards on either side, in Bloody Queen") {
    refused("BOARD", support::arranged("Qa1 ql11"), "bloody-queen");
    accepted(support::arranged("Qa1 ql11 gl10"), "bloody-queen");
    accepted(support::arranged("Qa1 ql11", "w - G 0 1"), "bloody-queen"); // one in reserve
}

TEST_CASE("refused: a turn that is neither w nor b") {
    for (const char* turn : {"W", "B", "white", "-", "x", "wb"})
        refused("TURN", BOARD_TEXT + " " + turn + " - - 0 1");
}

TEST_CASE("refused: captured cells") {
    for (const char* cells : {"f6", "b2", "x9", "a", "i5", "a1,", ",a1", "a1,,c1", "a1c1", "--",
                              "a1,a1", "a1,c1,a1", "a1,-", "a7", "a01"})
        refused("CAPTURED", BOARD_TEXT + " w " + cells + " - 0 1");
    refused("CAPTURED", FIVE_EACH + " w a1 Gg 0 1"); // while guards are in reserve
    // Bloody: pieces of the side whose turn it is not.
    refused("CAPTURED", BOARD_TEXT + " w a1 - 0 1", "bloody-queen");
    refused("CAPTURED", BOARD_TEXT + " b l11 - 0 1", "bloody-queen");
    refused("CAPTURED", BOARD_TEXT + " b a1,l11 - 0 1", "bloody-queen");
    accepted(BOARD_TEXT + " b a1 - 0 1", "bloody-queen");
    accepted(BOARD_TEXT + " w l11,g11 - 0 1", "bloody-queen");
    accepted(BOARD_TEXT + " w a1,l11 - 0 1"); // either side may hold captured pieces (4.4)
}

TEST_CASE("refused: reserves") {
    for (const char* reserve :
         {"gG", "GgG", "Gx", "G-", "-G", "1", "Q", "GGGGGGG", "ggggggg", "Ggggggggggggggg"})
        refused("RESERVE", FIVE_EACH + " w - " + reserve + " 0 1");
}

TEST_CASE("refused: counters outside their ranges") {
    for (const char* clock : {"-1", "2147483648", "4294967296", "99999999999999999999", "x", "1x",
                              "+1", "1.5", "-", "0x1"})
        refused("CLOCK", BOARD_TEXT + " w - - " + clock + " 1");
    for (const char* number :
         {"0", "-1", "2147483648", "4294967297", "99999999999999999999", "x", "1x", "+1", "-"})
        refused("NUMBER", BOARD_TEXT + " w - - 0 " + number);
    accepted(BOARD_TEXT + " w - - 2147483647 2147483647");
}
