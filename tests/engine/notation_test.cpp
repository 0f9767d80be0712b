// The text of positions (rules.md section 8) and actions (section 9): what is read, what is
// printed, and every refusal.
#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"
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
                            const std::string& key, const std::string& why,
                            const std::string& preset = "classic") {
        INFO(position, " ", action);
        CHECK(refusal(preset, position, action) == "'" + action + "' is illegal: " + why);
        const RuleSet rules = Presets().at(preset).rules;
        try {
            (void)parse_legal_move(rules, parse_position(rules, position), action);
        } catch (const IllegalAction& illegal) {
            CHECK(to_text(illegal.reason()) == key);
        }
    };
    reason("pass", standard, "noPass", "passing is legal only without another action");
    reason("0000", standard, "noPass", "passing is legal only without another action");
    reason("b2", standard, "noReserve", "no guards are in reserve");
    reason("f6g6", standard, "empty", "no white piece on f6");
    reason("l11k10", standard, "turn", "no white piece on l11"); // black's queen
    reason("a1f6", standard, "far", "a step goes to an adjacent cell");
    const std::string blocks =
        arranged("Qc2 Gd2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 ge3 gg3");
    reason("c2d2", blocks, "taken", "d2 is not vacant");
    reason("d2d1", blocks, "out", "a step never goes outward");
    reason("g7f6", blocks, "throne", "only a queen enters the throne");
    const std::string between =
        arranged("Qc2 Gf2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 ge3 gg3");
    reason("f2f3", between, "jaws", "f3 is between two black pieces");

    const std::string placing(setup_text(Setup::Placement));
    const std::string place_first =
        "guards in reserve are placed first, on a vacant cell but the throne";
    reason("f6", placing, "reserve", place_first);
    reason("a1", placing, "reserve", place_first);
    reason("a1b2", placing, "reserve", place_first);
    const std::string nothing_to_place =
        arranged("Qa1 Gb1 Gc1 Gd1 Ge1 Gf1 Ga2 ql11 gl10 gl9 gl8 gl7", "w - gg 0 3");
    reason("b2", nothing_to_place, "pass", "the only legal action is pass");

    const std::string owing =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1", "w b2,c1 - 0 3");
    reason("a2b3", owing, "forced", "the captured queen on c1 comes first");
    reason("b2a1", owing, "forced", "the captured queen on c1 comes first");
    reason("c1b2", owing, "taken", "b2 is not vacant");
    const std::string between_guards =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 ge5 gg5", "w c1 - 0 3");
    reason("c1f5", between_guards, "jaws", "f5 is between two black pieces");
    const std::string owing_guard =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1", "w b2 - 0 3");
    reason("a2b3", owing_guard, "forced", "a captured guard comes first: b2");
    reason("b2b3", owing_guard, "edge",
           "the captured guard on b2 may not be put on b3"); // not ring 5
    const std::string back =
        arranged("Qd3 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gk6 gh4", "w d3 - 0 3");
    reason("d3f6", back, "notThrone", "the captured queen on d3 may not be put on f6", "german");
    reason("d3f6", back, "nextRing", "the captured queen on d3 may not be put on f6", "penthalon");
    reason("d3f6", back, "ring", "the captured queen on d3 may not be put on f6", "neto");
    reason("a1a1", arranged("Qa1 Ga2 Gb1 Gb2 Ga3 Ga4 Ga5 ql11 gl10 gl9 gl8 gl7 gk6 gh4"), "stuck",
           "a1 is not vacant");
    const std::string bloody = arranged("Qa1 Gb1 Gd1 qc1 gl7 gk6 gd4", "w c1,d4 - 8 9");
    reason("b1b2", bloody, "forced", "the captured queen on c1 comes first", "bloody-queen");
    reason("d4d3", bloody, "forced", "the captured queen on c1 comes first", "bloody-queen");
    reason("c1f6", bloody, "exchange", "the captured queen on c1 may not be put on f6",
           "bloody-queen");
    reason("c1k6", bloody, "exchange", "the captured queen on c1 may not be put on k6",
           "bloody-queen"); // not outermost
    CHECK(refusal("bloody-queen", bloody, "c1l7") == "");

    const std::string over = arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 ga2 ga3 ga4 ga5 gb1 gc1");
    reason("f6g6", over, "over", "the game is over");
    reason("pass", over, "over", "the game is over");
    CHECK(refusal("classic", standard, "nonsense").starts_with("'nonsense' is not an action"));
    CHECK(refusal("classic", standard, "a1a1").starts_with("'a1a1' is illegal"));
}

TEST_CASE("what is not printable is escaped, what is long is truncated") {
    CHECK(escape_controls("a1b2 ~") == "a1b2 ~");
    CHECK(escape_controls(std::string_view("\0\n\x7f\xff", 4)) == "\\x00\\x0a\\x7f\\xff");
    CHECK(escape_controls("12345", 5) == "12345");
    CHECK(escape_controls("123456", 5) == "12345...");
    CHECK(escape_controls("\xff\xff", 8) == "\\xff\\xff");
    CHECK(escape_controls("a\xff\xff", 8) == "a\\xff..."); // a short line whatever the bytes are
    CHECK(in_quotes("pa\x1b") == "'pa\\x1b'");
    CHECK(in_quotes(std::string(61, 'k')) == "'" + std::string(60, 'k') + "...'");
}
