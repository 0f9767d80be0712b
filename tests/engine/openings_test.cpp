// Files of openings (arena.md, Openings; arena.md, EPD), and which files are refused.

#include "engine/error.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/openings.hpp"
#include "tests/support/arena.hpp"

#include <sys/stat.h>

using namespace agon;

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

using namespace agon;

namespace {

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

/// What is wrong with the file, without its folder and name: "2: reason"; "" for nothing.
std::string fault(const std::string& text, OpeningSettings::Format format) {
    const std::string words =
        support::fault_of([&] { (void)load(text, {.file = {}, .format = format}); });
    const std::string name = "/openings";
    const auto at = words.find(name);
    return at == words.npos ? words : words.substr(at + name.size() + 1);
}
std::string epd_fault(const std::string& text) { return fault(text, OpeningSettings::Format::Epd); }
std::string pgn_fault(const std::string& text) { return fault(text, OpeningSettings::Format::Pgn); }

const std::string STANDARD = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1";
/// White's guards surround the empty throne: white has lost (rules.md 4.8 c).
const std::string LOST = "5q/7/gggggg2/9/4GG4/4G1G4/4GG4/9/8/7/Q5 b - -";

/// Six openings told apart by their numbers, 1 to 6.
std::string numbered() {
    std::string text;
    for (int i = 1; i <= 6; ++i) text += STANDARD + " w - - fmvn " + std::to_string(i) + ";\n";
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
    // Expected from a Mersenne twister of its own, checked against its published 10000th number.
    CHECK(order({.file = {}, .random = true, .seed = 0}) == std::vector{4, 5, 6, 2, 3, 1});
    CHECK(order({.file = {}, .random = true, .seed = 7}) == std::vector{6, 2, 5, 3, 1, 4});
    CHECK(order({.file = {}, .random = true, .start = 3, .seed = 7}) ==
          std::vector{5, 3, 1, 4, 6, 2});
    CHECK(order({.file = {}, .random = false, .seed = 7}) == std::vector{1, 2, 3, 4, 5, 6});
}

TEST_CASE("an EPD has four fields and two operations, or six fields") {
    const auto openings = load("# a comment\n"
                               "\n" +
                               STANDARD + " b - - hmvc 7; fmvn 9; id \"a; b\"; c0 \"hm\";\n" +
                               STANDARD + " b - - id \"x\"; fmvn 9; hmvc 7;\r\n" + STANDARD +
                               " b - - 7 9\n" + STANDARD + " w - -");
    REQUIRE(openings.size() == 4);
    for (int i = 0; i < 3; ++i)
        CHECK(to_text(openings[static_cast<std::size_t>(i)].first) == STANDARD + " b - - 7 9");
    CHECK(to_text(openings[3].first) == STANDARD + " w - - 0 1");
    for (const Opening& opening : openings) {
        CHECK_FALSE(opening.start_is_setup);
        CHECK(opening.moves.empty());
    }
}

TEST_CASE("an operand in quotes is text, whatever it says") {
    const auto openings = load(STANDARD + " b - - id \"hmvc 3; fmvn 4\"; hmvc 7;fmvn 9;");
    CHECK(to_text(openings.at(0).first) == STANDARD + " b - - 7 9");
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
    CHECK(epd_fault(STANDARD + " w - -\n# comment\n\nbad\n") ==
          "4: an EPD has at least four fields");
    CHECK(epd_fault(STANDARD + " w - -\n" + LOST + "\n").starts_with("2: the game is over: "));
    // Drawn at the limit of 100 actions without progress (rules.md 4.9), not before.
    CHECK(epd_fault(STANDARD + " w - - hmvc 100;\n").starts_with("1: the game is over: "));
    CHECK(epd_fault(STANDARD + " w - - hmvc 99;\n") == "");
    CHECK(epd_fault(STANDARD + " x - -\n").starts_with("1: "));
    CHECK(epd_fault(STANDARD + " w - - hmvc many;\n").starts_with("1: "));
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
                 STANDARD + " b - - 4 9\"]\n\n9... l11k10");
    REQUIRE(openings.size() == 3);
    CHECK(actions(openings[0]) == "a1b2 l11k10 b2c3");
    CHECK(actions(openings[1]) == "a1b2 l11k10");
    CHECK(actions(openings[2]) == "l11k10");
    CHECK(openings[0].first == classic().start());
    CHECK(openings[0].start_is_setup);
    CHECK(openings[1].start_is_setup);
    CHECK(to_text(openings[2].first) == STANDARD + " b - - 4 9");
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
