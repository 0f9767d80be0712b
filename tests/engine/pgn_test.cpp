#include "engine/record/pgn.hpp"

#include "engine/game/apply.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/pgn_reader.hpp"
#include "engine/rules/presets.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

using namespace agon;

namespace {

ActionRecord action(const char* move, Side chooser, Evaluation evaluation, int milliseconds) {
    return {parse_move(move), chooser, std::move(evaluation), Milliseconds(milliseconds), false};
}

GameRecord short_game(const MatchRules& rules) {
    GameRecord record;
    record.round = 3;
    record.names = {"first", "second"};
    parse_clock("10+0.1", record.controls[0]);
    record.controls[1] = record.controls[0];
    record.first = rules.start();
    record.verdict = {Result::WhiteWins, Termination::TimeForfeit, "Black loses on time",
                      Fault::OnTime};
    record.begun = record.ended = std::chrono::system_clock::time_point{}; // 1970
    return record;
}

/// So that the expected texts are those of games that can be played.
void check_legal(const GameRecord& record, const MatchRules& rules) {
    for (Position p = record.first; const auto& a : record.actions) {
        REQUIRE_NOTHROW((void)parse_legal_move(rules.rules, p, to_text(a.move)));
        apply(rules.rules, p, a.move);
    }
}

std::string movetext(const std::string& pgn) { return pgn.substr(pgn.find("\n\n") + 2); }

PgnReader::Start start_of(const std::optional<std::string>& variant) {
    const Preset preset = Presets().at(variant.value_or("classic"));
    return {preset.rules, setup_position(preset.rules, preset.rules.setup)};
}

} // namespace

TEST_CASE("a record as PGN") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    GameRecord record = short_game(rules);
    // White steps from a1's neighbour along ring 5, black from the far corner.
    record.actions = {
        action("a1b2", Side::White, {Evaluation::Kind::Centipawns, 31, 12, 18, 123456}, 512),
        action("l11k10", Side::Black, {Evaluation::Kind::Mate, -4, 9, 0, 0}, 7),
        action("b2c3", Side::White, {}, 1500)};
    check_legal(record, rules);
    CHECK(to_pgn(record, rules, {.event = "A \"test\"", .site = "here"}) ==
          "[Event \"A \\\"test\\\"\"]\n"
          "[Site \"here\"]\n"
          "[Date \"1970.01.01\"]\n"
          "[Round \"3\"]\n"
          "[White \"first\"]\n"
          "[Black \"second\"]\n"
          "[Result \"1-0\"]\n"
          "[Variant \"classic\"]\n"
          "[SetUp \"1\"]\n"
          "[FEN \"1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1\"]\n"
          "[PlyCount \"3\"]\n"
          "[TimeControl \"10+0.1\"]\n"
          "[GameStartTime \"1970-01-01T00:00:00Z\"]\n"
          "[GameEndTime \"1970-01-01T00:00:00Z\"]\n"
          "[Termination \"time forfeit\"]\n"
          "\n"
          "1. a1b2 {+0.31/12 0.512s, n=123456, sd=18} l11k10 {-M4/9 0.007s} 2. b2c3\n"
          "{1.500s, Black loses on time} 1-0\n"
          "\n");
}

TEST_CASE("a forfeited turn is no action, and says why") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    GameRecord record = short_game(rules);
    record.actions = {action("a1b2", Side::White, {}, 1), action("pass", Side::Black, {}, 2),
                      action("b2c3", Side::White, {}, 3)};
    record.actions[1].forfeited = "'a1l11' is illegal";
    CHECK(movetext(to_pgn(record, rules)) ==
          "1. a1b2 {0.001s} 0000 {turn forfeited: 'a1l11' is illegal; 0.002s} 2. b2c3\n"
          "{0.003s, Black loses on time} 1-0\n\n");
}

TEST_CASE("a game without an action has its reason") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    CHECK(movetext(to_pgn(short_game(rules), rules)) == "{Black loses on time} 1-0\n\n");
}

TEST_CASE("a game that no engine played has no comment but its reason") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    GameRecord record = short_game(rules);
    record.actions = {action("a1b2", Side::White, {}, 0), action("l11k10", Side::Black, {}, 0)};
    CHECK(movetext(to_pgn(record, rules)) == "1. a1b2 l11k10 {Black loses on time} 1-0\n\n");
    record.verdict = {};
    CHECK(movetext(to_pgn(record, rules)) == "1. a1b2 l11k10 *\n\n");
}

TEST_CASE("engines with different clocks have one tag each") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    GameRecord record = short_game(rules);
    parse_clock("inf", record.controls[1]);
    const std::string pgn = to_pgn(record, rules);
    CHECK(pgn.find("[WhiteTimeControl \"10+0.1\"]\n[BlackTimeControl \"-\"]\n") != pgn.npos);
    CHECK(pgn.find("[TimeControl") == pgn.npos);
}

TEST_CASE("numbers stand before white's turns, not before each of its actions") {
    // All of a turn's relocations are one turn in `german`: white has two captured guards.
    const MatchRules rules = make_match_rules("german", "preset", "", {});
    GameRecord record = short_game(rules);
    record.first = parse_position(rules.rules, "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg b - - 0 7");
    SUBCASE("black first") {
        record.actions = {action("l11k10", Side::Black, {}, 1), action("a1b2", Side::White, {}, 1)};
        check_legal(record, rules);
        CHECK(movetext(to_pgn(record, rules)).starts_with("7... l11k10 {0.001s} 8. a1b2 {0.001s"));
    }
    SUBCASE("two relocations in a turn") {
        record.first =
            parse_position(rules.rules, "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 0 7");
        record.actions = {action("f4l6", Side::White, {}, 1), action("g4l7", Side::White, {}, 1),
                          action("l11k10", Side::Black, {}, 1), action("a1b2", Side::White, {}, 1)};
        check_legal(record, rules);
        CHECK(movetext(to_pgn(record, rules))
                  .starts_with("7. f4l6 {0.001s} g4l7 {0.001s} l11k10 {0.001s} 8. a1b2"));
    }
}

TEST_CASE("whatever an engine says, the text stays ASCII, short-lined and closed") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    GameRecord record = short_game(rules);
    record.names[0] = "b\xc3\xa4r\\";
    record.verdict.reason =
        "White disconnects (last words: }{ \x1b[31m \xff" + std::string(200, 'x') + ")";
    const std::string pgn = to_pgn(record, rules);
    CHECK(std::ranges::all_of(pgn, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    CHECK(std::ranges::count(pgn, '{') == 1);
    CHECK(std::ranges::count(pgn, '}') == 1);
    CHECK(pgn.find("[White \"b??r\\\\\"]") != pgn.npos);
}

TEST_CASE("long games are broken into lines of 80") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    GameRecord record = short_game(rules);
    for (int i = 0; i < 40; ++i) {
        record.actions.push_back(action("a1b1", Side::White, {}, 10));
        record.actions.push_back(action("l11k11", Side::Black, {}, 10));
        record.actions.push_back(action("b1a1", Side::White, {}, 10));
        record.actions.push_back(action("k11l11", Side::Black, {}, 10));
    }
    check_legal(record, rules);
    for (const std::string& line : support::lines_of(movetext(to_pgn(record, rules))))
        CHECK(line.size() <= 80);
}

// Games read from PGN; how its text may look is tested with openings.

TEST_CASE("a game has its tags, actions and result") {
    std::istringstream in("[White \"a \\\"b\\\"\"]\n[White \"c\"]\n\n1. a1b2 l11k10 1/2-1/2\n"
                          "[FEN \"1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 b - - 0 1\"]\n"
                          "[Variant \"ham\"]\n1... l11k10");
    PgnReader reader(in, start_of);
    const auto first = reader.next();
    REQUIRE(first);
    CHECK(first->tags.size() == 2);
    CHECK(first->tag("White") == "c");
    CHECK_FALSE(first->tag("Black"));
    CHECK(first->start_is_setup);
    CHECK(first->moves == std::vector{parse_move("a1b2"), parse_move("l11k10")});
    CHECK(first->result == "1/2-1/2");
    const auto second = reader.next();
    REQUIRE(second);
    CHECK(second->first.turn == Side::Black);
    CHECK_FALSE(second->start_is_setup);
    CHECK(second->moves == std::vector{parse_move("l11k10")});
    CHECK(second->result.empty());
    CHECK_FALSE(reader.next());
}

TEST_CASE("a faulty tag is reported with its line, also when it is read with the actions") {
    std::istringstream in("[FEN \"bad\"]\n[Variant \"classic\"]\n\n1. a1b2 *");
    PgnReader reader(in, start_of);
    CHECK_THROWS_AS((void)reader.next(), Error);
    CHECK(reader.line() == 1);
    std::istringstream unknown("\n[Variant \"chess\"]\n\n1. a1b2 *");
    PgnReader other(unknown, start_of);
    CHECK_THROWS_AS((void)other.next(), Error);
    CHECK(other.line() == 2);
}

TEST_CASE("variations become a tree, and the tree the same text again") {
    constexpr const char* MOVES =
        "{before} 1. a1b2 {one} ( 1. a1b1 l11k10 ( 1... l7k7 {aside} ) 2. b1b2 ) 1... l11k10 "
        "( 1... l7k7 2. b2c3 ) 2. b2c3 {last} *";
    const auto read = [](const std::string& text) {
        std::istringstream in(text);
        PgnReader reader(in, start_of, 0, PgnReader::Forfeits::Refused, true);
        return reader.next().value();
    };
    const PgnGame game = read(MOVES);
    CHECK(game.moves.size() == 3);
    CHECK(game.skipped.empty());
    CHECK(game.tree.text() == "a1b2 ( a1b1 l11k10 ( l7k7 ) b1b2 ) l11k10 ( l7k7 b2c3 ) b2c3");
    CHECK(read(game.tree.text()).tree.text() == game.tree.text());
    const MatchRules rules = make_match_rules(Presets(), "classic", "preset", {});
    GameRecord record;
    record.first = rules.start();
    const std::string pgn = to_pgn(record, rules, {.tree = &game.tree});
    std::string words = pgn.substr(pgn.find("\n\n") + 2);
    std::ranges::replace(words, '\n', ' ');
    CHECK(words == "{before} 1. a1b2 {one} ( 1. a1b1 l11k10 ( 1... l7k7 {aside} ) 2. b1b2 ) "
                   "l11k10 ( 1... l7k7 2. b2c3 ) 2. b2c3 {last} *  ");
    for (const char* fault : {"( 1. a1b2 ) *", "1. a1b2 ( ( 1. a1b1 ) ) *", "1. a1b2 ( ) *",
                              "1. a1b2 ( 1. a1l11 ) *", "1. a1b2 ( 1. a1b1"})
        CHECK_THROWS_AS((void)read(fault), Error);
}

TEST_CASE("a variation is promoted and taken out") {
    Variations tree;
    const auto first = tree.add(0, parse_move("a1b2"));
    CHECK(tree.add(0, parse_move("a1b2")) == first);
    const auto other = tree.add(0, parse_move("a1b1"));
    const auto deeper = tree.add(other, parse_move("l11k10"));
    CHECK(tree.text() == "a1b2 ( a1b1 l11k10 )");
    CHECK(tree.line(other, true) == std::vector{other, deeper});
    tree.promote(deeper);
    CHECK(tree.text() == "a1b1 ( a1b2 ) l11k10");
    tree.promote(deeper); // is main already
    tree.remove(first);
    CHECK(tree.text() == "a1b1 l11k10");
    for (std::size_t parent = deeper; parent + 1 < Variations::MOST;)
        parent = tree.add(parent, parse_move(parent % 2 ? "a1b2" : "b2a1"));
    CHECK_THROWS_AS(tree.add(deeper, parse_move("k5l6")), Error);
}
