// Games as PGN, written and read. Files of openings (arena.md, Openings; arena.md, EPD), and which
// files are refused.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/notation/variations.hpp"
#include "engine/open_file.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/epd.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/openings.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <sys/stat.h>

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
    record.begun = record.ended = std::chrono::system_clock::time_point{} + std::chrono::hours(1);
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

const MatchRules& classic() {
    static const MatchRules rules = make_match_rules("classic", "preset", "", {});
    return rules;
}

/// Loads a file of the given text, with the settings but for its name.
std::vector<Opening> load(const std::string& text, OpeningSettings settings = {},
                          const MatchRules& rules = classic()) {
    const agon::test::TemporaryFolder folder;
    settings.file = folder / "openings";
    std::ofstream(settings.file) << text;
    return load_openings(settings, rules);
}

std::vector<Opening> load_pgn(const std::string& text, int plies = 0) {
    return load(text, {.file = {}, .format = OpeningSettings::Format::Pgn, .plies = plies});
}

/// What is wrong with the file, without its folder and name: "2: reason"; "" if nothing is.
std::string fault(const std::string& text, OpeningSettings::Format format) {
    const std::string words =
        support::fault_of([&] { (void)load(text, {.file = {}, .format = format}); });
    const std::string name = "/openings";
    const auto at = words.find(name);
    return at == words.npos ? words : words.substr(at + name.size() + 1);
}

std::string epd_fault(const std::string& text) { return fault(text, OpeningSettings::Format::Epd); }
std::string pgn_fault(const std::string& text) { return fault(text, OpeningSettings::Format::Pgn); }

const std::string START = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1";
/// White's guards surround the empty throne: white has lost (rules.md 4.8 c).
const std::string LOST = "5q/7/gggggg2/9/4GG4/4G1G4/4GG4/9/8/7/Q5 b - -";

/// Six openings told apart by their numbers, 1 to 6.
std::string numbered() {
    std::string text;
    for (int i = 1; i <= 6; ++i) text += START + " w - - fmvn " + std::to_string(i) + ";\n";
    return text;
}

std::vector<int> order(const OpeningSettings& settings) {
    std::vector<int> numbers;
    for (const Opening& opening : load(numbered(), settings))
        numbers.push_back(static_cast<int>(opening.first.number));
    return numbers;
}

std::string actions(const Opening& opening) {
    std::string text;
    for (const Move move : opening.moves) text += (text.empty() ? "" : " ") + to_text(move);
    return text;
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
          "[GameStartTime \"1970-01-01T01:00:00Z\"]\n"
          "[GameEndTime \"1970-01-01T01:00:00Z\"]\n"
          "[Termination \"time forfeit\"]\n"
          "\n"
          "1. a1b2 {+0.31/12 0.512s, n=123456, sd=18} l11k10 {-M4/9 0.007s} 2. b2c3\n"
          "{1.500s, Black loses on time} 1-0\n"
          "\n");
}

TEST_CASE("a forfeited turn is not an action, and has a reason") {
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

TEST_CASE("whatever an engine says, the text stays UTF-8, printable and closed") {
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    GameRecord record = short_game(rules);
    record.names = {"b\xc3\xa4r\\", "a\tb\xc2\x85\x7f\xed\xa0\x80"};
    record.verdict.reason =
        "White disconnects (last words: }{ \x1b[31m \xff" + std::string(200, 'x') + ")";
    const std::string pgn = to_pgn(record, rules);
    CHECK(std::ranges::none_of(pgn, [](unsigned char c) { return c < ' ' && c != '\n'; }));
    CHECK(std::ranges::count(pgn, '{') == 1);
    CHECK(std::ranges::count(pgn, '}') == 1);
    CHECK(pgn.find("[White \"b\xc3\xa4r\\\\\"]") != pgn.npos);
    // Control characters, and each byte of a surrogate, which is no character of UTF-8.
    CHECK(pgn.find("[Black \"a?b??\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]") != pgn.npos);
    CHECK(pgn.find(")( ?[31m") != pgn.npos);
    CHECK(pgn.find("\xef\xbf\xbdxxx") != pgn.npos);
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

namespace {

/// All games of the text, with their variations or without. Throws Error "LINE: why".
std::vector<PgnGame> games_of(const std::string& text, bool variations = false) {
    std::istringstream in(text);
    PgnReader reader(in, start_of, 0, PgnReader::Forfeits::Read, variations);
    std::vector<PgnGame> games;
    try {
        while (auto game = reader.next()) games.push_back(std::move(*game));
    } catch (const Error& error) {
        throw Error(std::to_string(reader.line()) + ": " + error.what());
    }
    return games;
}

} // namespace

TEST_CASE("games as others write them are read, with variations and without") {
    struct Case {
        std::string text, main, tree;
        bool glyphs = false;
    };
    const Case cases[] = {
        {"% a line\n%[FEN \"bad\"]\n1. a1b2\n% zz {\n l11k10 *", "a1b2 l11k10", ""},
        {"\xef\xbb\xbf% a line after a mark\r\n1. a1b2 l11k10\r\n", "a1b2 l11k10", ""},
        {"1. a1b2! l11k10?! 2. b2c3?? k10j9!! *", "a1b2 l11k10 b2c3 k10j9", "", true},
        {"1. a1b2!? l11k10? *", "a1b2 l11k10", "", true},
        {"1. a1b2 ! l11k10$5$1 !!{c} *", "a1b2 l11k10", "", true},
        {"1. ... *", "", ""},
        {"1. a1b2 1. ... l11k10 2 . b2c3 *", "a1b2 l11k10 b2c3", ""},
        {"1 a1b2 1...l11k10 2.b2c3 2. ...k10j9", "a1b2 l11k10 b2c3 k10j9", ""},
        {"1. a1b2;l7k7) zz {\n(1. a1b1 ; a ) and a (\nl11k10{ ) ; ( }) 1... l11k10 *",
         "a1b2 l11k10", "a1b2 ( a1b1 l11k10 ) l11k10"},
        {"1. a1b2 (1. a1b1\n% )\n!? $2) l11k10 *", "a1b2 l11k10", "a1b2 ( a1b1 ) l11k10", true},
    };
    for (const auto& [text, main, tree, glyphs] : cases) {
        const std::string logged(text); // clang 14 captures no structured binding
        CAPTURE(logged);
        for (const bool variations : {false, true}) {
            const auto games = games_of(text, variations);
            REQUIRE(games.size() == 1);
            std::string line;
            for (const Move move : games[0].moves)
                line += (line.empty() ? "" : " ") + to_text(move);
            CHECK(line == main);
            if (!variations) continue;
            CHECK(games[0].tree.text() == (tree.empty() ? main : tree));
            CHECK(games[0].skipped.contains("glyphs") == glyphs);
        }
    }
    // Comments of a variation go to it, to the end of a line too.
    const PgnGame kept = games_of("1. a1b2 {one} (1. a1b1 ;two )\r\n l11k10) l11k10 *", true).at(0);
    CHECK(kept.comments.at(0) == "one");
    CHECK(kept.tree.at(kept.tree.line(0, true).at(0)).comment == "one");
    CHECK(kept.tree.at(kept.tree.at(0).children.at(1)).comment == "two )");
    // Those after the result, on its line, belong to the game that it ends.
    const auto two =
        games_of("1. a1b2 l11k10 1/2-1/2 {agreed} ; early\n\n[Event \"y\"]\n\n{y} 1. a1b1 *", true);
    REQUIRE(two.size() == 2);
    CHECK(two[0].comments.back() == "agreed  early");
    CHECK(two[1].remark == "y");
    // A forfeited turn at a number.
    CHECK(games_of("1.a1b2 1...0000 2.0000 0000 *").at(0).moves.size() == 4);
}

TEST_CASE("what is not PGN is refused with its line, and nothing is dropped") {
    const auto fault = [](const std::string& text) {
        return support::fault_of([&] { (void)games_of(text); });
    };
    CHECK(fault("\n1. a1b2!!! *") == "2: '!!!' is not one of ! ? !! ?? !? ?!");
    CHECK(fault("1. a1b2 % zz\n").starts_with("1: '%' is not an action"));
    CHECK(fault("1. a1b2 (1. a1b1 ; no end )") == "1: a variation does not end");
    for (const bool variations : {false, true})
        CHECK_THROWS_AS(games_of("1. a1b2 (1. a1b1 \n[Event \"y\"]\n\n1. a1b2 *", variations),
                        Error);
    CHECK(fault("1. 2a1b2x *").starts_with("1: "));
    CHECK(fault("[\"x\"]\n*") == "1: a tag has no name");
    CHECK(fault("[White x]\n*") == "1: a tag has no value in quotes");
    for (const char* text : {"[White \"x\n*", "[White \"x\" y]\n*", "[White \"x\\\"]\n*"})
        CHECK(fault(text) == "2: a tag does not end");
}

TEST_CASE("a tag's value is whole, however its quotes are written") {
    const auto value = [](const std::string& written) {
        return games_of("[White \"" + written + "\"]\n\n1. a1b2 *").at(0).tag("White");
    };
    CHECK(value("The \"Open\" x") == "The \"Open\" x"); // as python-chess reads it
    CHECK(value("\"x\"") == "\"x\"");
    CHECK(value("a\\\\b \\\"c\\\"") == "a\\b \"c\"");
    CHECK(value("C:\\games") == "C:\\games");
    CHECK(value("a ] b") == "a ] b");
    CHECK(value("a \\\"] b") == "a \"] b");
    CHECK(value("") == "");
    CHECK(value("M\xc3\xbcller") == "M\xc3\xbcller");
    CHECK(value("M\xfcller\x80") == "M\xc3\xbcller\xef\xbf\xbd"); // of ISO 8859-1
    const PgnGame spaced = games_of("[ White\t\"x\" ] [Black \"y\"\t]1. a1b2 *").at(0);
    CHECK(spaced.tag("White") == "x");
    CHECK(spaced.tag("Black") == "y");
    CHECK(spaced.moves.size() == 1);
    // What is written is read as the same.
    const MatchRules rules = make_match_rules("classic", "preset", "", {});
    for (const char* const name :
         {"The \"Open\" x", "\\\"", "\\", "\"]", "a\\\\\"] [b \"c\"]", "\\n"}) {
        GameRecord record = short_game(rules);
        record.names[0] = name;
        CHECK(games_of(to_pgn(record, rules)).at(0).tag("White") == name);
    }
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

TEST_CASE("a variation is promoted and removed") {
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
    CHECK(!tree.contains(first));
}

TEST_CASE("only actions that are in the analysis count towards its limit") {
    Variations tree;
    const auto fill = [&tree] {
        std::vector<std::size_t> line{0};
        while (line.size() <= Variations::MAX_ACTIONS)
            line.push_back(tree.add(line.back(), parse_move(line.size() % 2 ? "a1b2" : "b2a1")));
        return line;
    };
    const auto line = fill();
    CHECK_THROWS_AS(tree.add(0, parse_move("k5l6")), Error);
    tree.remove(line[1]);
    CHECK(tree.text().empty());
    const auto again = fill();
    CHECK(again[1] > line.back()); // an old number never gets another action
    CHECK_THROWS_AS(tree.add(0, parse_move("k5l6")), Error);
    tree.remove(again.back());
    (void)tree.add(0, parse_move("k5l6"));
    CHECK(tree.text().size() < 64 * 1024);
}

TEST_CASE("our own books are read") {
    for (const char* setup : {"standard", "placement", "flanked"}) {
        CAPTURE(setup);
        const std::string book = std::string(AGON_BOOKS "/") + setup + ".epd";
        // As their README says: 5,000 openings for each setup.
        CHECK(read_epd(RuleSet(), book).size() == 5000);
    }
}

TEST_CASE("what is not a regular file, or too large, is refused before it is read") {
    const test::TemporaryFolder folder;
    const auto fault = [](const std::string& file) {
        return support::fault_of([&] { (void)open_regular(file, 100); });
    };
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    CHECK(fault(folder / "fifo") ==
          "cannot read " + (folder / "fifo") + ": it is not a regular file");
    CHECK(fault("/dev/zero") == "cannot read /dev/zero: it is not a regular file");
    CHECK(fault(folder.path) == "cannot read " + folder.path.string() + ": it is a directory");
    CHECK(fault(folder / "none") ==
          "cannot read " + (folder / "none") + ": No such file or directory");
    test::write_file(folder / "sparse", "x");
    std::filesystem::resize_file(folder / "sparse", 101);
    CHECK(fault(folder / "sparse") ==
          "cannot read " + (folder / "sparse") + ": it has 101 bytes, more than 100");
    std::filesystem::resize_file(folder / "sparse", 100);
    CHECK(fault(folder / "sparse") == "");
}

TEST_CASE("without a file the setup is the opening") {
    const auto openings = load_openings({}, classic());
    REQUIRE(openings.size() == 1);
    CHECK(openings[0].first == classic().start());
    CHECK(openings[0].start_is_setup);
    CHECK(openings[0].moves.empty());
}

TEST_CASE("openings come in order, from `start` on and round again") {
    CHECK(order({}) == std::vector{1, 2, 3, 4, 5, 6});
    CHECK(order({.file = {}, .start = 3}) == std::vector{3, 4, 5, 6, 1, 2});
    CHECK(order({.file = {}, .start = 9}) == std::vector{3, 4, 5, 6, 1, 2});
}

TEST_CASE("openings are shuffled by the seed first, and `start` counts after that") {
    // Expected from a separate Mersenne twister, checked against its published 10000th number.
    CHECK(order({.file = {}, .random = true, .seed = 0}) == std::vector{4, 5, 6, 2, 3, 1});
    CHECK(order({.file = {}, .random = true, .seed = 7}) == std::vector{6, 2, 5, 3, 1, 4});
    CHECK(order({.file = {}, .random = true, .start = 3, .seed = 7}) ==
          std::vector{5, 3, 1, 4, 6, 2});
    CHECK(order({.file = {}, .random = false, .seed = 7}) == std::vector{1, 2, 3, 4, 5, 6});
}

TEST_CASE("an EPD has four fields and two operations, or six fields") {
    const auto openings =
        load("# a comment\n"
             "\n" +
             START + " b - - hmvc 7; fmvn 9; id \"a; b\"; c0 \"hm\";\n" + START +
             " b - - id \"x\"; fmvn 9; hmvc 7;\r\n" + START + " b - - 7 9\n" + START + " w - -");
    REQUIRE(openings.size() == 4);
    for (int i = 0; i < 3; ++i)
        CHECK(to_text(openings[static_cast<std::size_t>(i)].first) == START + " b - - 7 9");
    CHECK(to_text(openings[3].first) == START + " w - - 0 1");
    for (const Opening& opening : openings) {
        CHECK_FALSE(opening.start_is_setup);
        CHECK(opening.moves.empty());
    }
}

TEST_CASE("an operand in quotes is text, whatever it says") {
    const auto openings = load(START + " b - - id \"hmvc 3; fmvn 4\"; hmvc 7;fmvn 9;");
    CHECK(to_text(openings.at(0).first) == START + " b - - 7 9");
}

TEST_CASE("a position as EPD, and read again as an opening") {
    const MatchRules rules = make_match_rules("german", "preset", "", {});
    const std::string captured = "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 -";
    const std::string reserve = "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg";
    const auto position = [&](const std::string& text) {
        return parse_position(rules.rules, text);
    };
    const std::string lines =
        to_epd(position(captured + " 0 7")) + '\n' + to_epd(position(reserve + " 99 2147483647"));
    CHECK(lines == captured + " hmvc 0; fmvn 7;\n" + reserve + " hmvc 99; fmvn 2147483647;");
    const auto openings = load(lines, {}, rules);
    REQUIRE(openings.size() == 2);
    CHECK(to_text(openings[0].first) == captured + " 0 7");
    CHECK(to_text(openings[1].first) == reserve + " 99 2147483647");
}

TEST_CASE("faulty EPDs are refused with their line") {
    CHECK(epd_fault(START + " w - -\n# comment\n\nbad\n") == "4: an EPD has at least four fields");
    CHECK(epd_fault(START + " w - -\n" + LOST + "\n").starts_with("2: the game is over: "));
    // Drawn at the limit of 100 actions without progress (rules.md 4.9), not before.
    CHECK(epd_fault(START + " w - - hmvc 100;\n").starts_with("1: the game is over: "));
    CHECK(epd_fault(START + " w - - hmvc 99;\n") == "");
    CHECK(epd_fault(START + " x - -\n").starts_with("1: "));
    CHECK(epd_fault(START + " w - - hmvc many;\n").starts_with("1: "));
    CHECK(epd_fault("# nothing\n") == " no opening");
    CHECK_THROWS_WITH_AS((void)load_openings({.file = "/no/such/file"}, classic()),
                         "cannot read /no/such/file: No such file or directory", Error);
}

TEST_CASE("games of a PGN are openings") {
    const auto openings =
        load_pgn("[Event \"x \\\"y\\\" ]\"]\n[Variant \"classic\"]\n\n"
                 "1. a1b2 {a {comment} l11k10 (1... l11j9 {)} (2. b2a1)) $1 2.b2c3 ; to the end\n"
                 "*\n\n"
                 "1. a1b2 1... l11k10 1/2-1/2\n"
                 "[FEN \"" +
                 START + " b - - 4 9\"]\n\n9... l11k10");
    REQUIRE(openings.size() == 3);
    CHECK(actions(openings[0]) == "a1b2 l11k10 b2c3");
    CHECK(actions(openings[1]) == "a1b2 l11k10");
    CHECK(actions(openings[2]) == "l11k10");
    CHECK(openings[0].first == classic().start());
    CHECK(openings[0].start_is_setup);
    CHECK(openings[1].start_is_setup);
    CHECK(to_text(openings[2].first) == START + " b - - 4 9");
    CHECK_FALSE(openings[2].start_is_setup);
}

TEST_CASE("`plies` takes that many actions of a game and ignores the others") {
    const std::string game = "1. a1b2 l11k10 2. b2c3 nonsense *\n";
    for (int plies = 1; plies <= 3; ++plies) {
        const auto openings = load_pgn(game, plies);
        REQUIRE(openings.size() == 1);
        CHECK(openings[0].moves.size() == static_cast<std::size_t>(plies));
    }
    CHECK_THROWS_AS((void)load_pgn(game, 4), Error);
}

TEST_CASE("faulty games are refused with their line") {
    CHECK(pgn_fault("1. a1b2\nl11k10\na1b2 *\n").starts_with("3: ")); // a1 is empty by then
    CHECK(pgn_fault("[Variant \"ham\"]\n\n*\n").starts_with("1: the game is of variant 'ham'"));
    CHECK(pgn_fault("1. a1b2 *\n\n[FEN \"bad\"]\n\n*\n").starts_with("3: "));
    CHECK(pgn_fault("\n[FEN \"" + LOST + " 0 1\"]\n\n*\n").starts_with("4: the game is over: "));
    CHECK(pgn_fault("1. a1b2 { never\nends\n").ends_with(" a comment does not end"));
    CHECK(pgn_fault("1. a1b2 ( never ends").ends_with(" a variation does not end"));
    CHECK(pgn_fault("[Event x]\n").starts_with("1: a tag has no value"));
    // A tag's name counts lines as everything does.
    CHECK(pgn_fault("[\n\nEvent x]\n").starts_with("3: a tag has no value"));
    CHECK(pgn_fault("[Variant\"ham\"]\n\n*\n").starts_with("1: the game is of variant 'ham'"));
    CHECK(pgn_fault("") == " no opening");
}
