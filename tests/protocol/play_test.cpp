// A person at the prompt of `agon play`, through streams.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/puzzles/puzzles.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/result.hpp"
#include "protocol/terminal/action_text.hpp"
#include "protocol/terminal/exercises.hpp"
#include "protocol/terminal/play_command.hpp"
#include "protocol/terminal/play_session.hpp"
#include "protocol/terminal/review_command.hpp"
#include "protocol/terminal/watched_openings.hpp"
#include "search/clock.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/sealed.hpp"

#include <doctest/doctest.h>

#include <set>
#include <sstream>

namespace {

using namespace agon;
using namespace agon::protocol;
using agon::test::read_file;
using agon::test::TemporaryFolder;
using support::arranged;

constexpr const char* STANDARD = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";

/// A session whose games go to game.pgn in its own folder.
struct Table {
    explicit Table(PerSide<bool> person, const std::string& variant = "classic",
                   const std::string& position = STANDARD) {
        host.set_variant(variant);
        host.set_position(parse_position(host.rules(), position));
        PlaySettings settings;
        settings.person = person;
        settings.limits.depth = 1;
        settings.advice_limits.depth = 2;
        settings.delay = std::chrono::milliseconds(0);
        settings.engine = "agon";
        session.emplace(host, folder.path / "game.pgn", out, settings);
        session->begin();
        out.str("");
    }

    std::string say(const std::string& line) {
        session->handle(line);
        std::string said = out.str();
        out.str("");
        return said;
    }
    [[nodiscard]] std::string pgn() const { return read_file(folder / "game.pgn"); }
    [[nodiscard]] std::string position() const { return to_text(host.game().position()); }

    TemporaryFolder folder;
    search::SteadyClock clock;
    Host host{clock};
    std::ostringstream out;
    std::optional<PlaySession> session;
};

constexpr PerSide<bool> TWO_PERSONS{true, true};
constexpr PerSide<bool> WHITE{true, false};

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string in_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

std::string refusal(const std::string& preset, const std::string& position,
                    const std::string& action) {
    const RuleSet rules = Presets().at(preset).rules;
    try {
        return to_text(read_action(rules, parse_position(rules, position), action));
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace

TEST_CASE("play: an action is read in every unambiguous spelling") {
    for (const char* text : {"a1b2", "a1-b2", "A1-B2", "a1 b2", "a1 - b2"})
        CHECK(refusal("classic", STANDARD, text) == "a1b2");
    CHECK(refusal("classic", STANDARD, "b2") == "a1b2"); // only the queen stands beside b2
    const std::string captured =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1", "w c1 - 0 3");
    CHECK(refusal("classic", captured, "f6") == "c1f6"); // only she can be relocated
    CHECK(refusal("classic", "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1", "f-3") == "f3");
}

TEST_CASE("play: a refusal gives the reason") {
    const auto reason = [](const std::string& position, const std::string& action) {
        return refusal("classic", position, action);
    };
    const std::string between =
        arranged("Qc2 Gf2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 ge3 gg3");
    CHECK(reason(between, "f3") == "'f2f3' is illegal: f3 is between two black pieces");
    CHECK(reason(between, "f6") == "'g7f6' is illegal: only a queen enters the throne");
    CHECK(reason(between, "h11") == "no white piece can go to h11");
    // f2 has four neighbours that are not outward (rules.md 4.1); e2 is the lowest of its cells.
    CHECK(reason(between, "f2") ==
          "'f2' is not an action: say where the piece goes, such as f2-e2; "
          "'moves f2' lists the cells");
    // a4 steps along the ring and b4 is inward of both a3 and a4 (rules.md 4.1).
    CHECK(reason(between, "b4") == "several pieces can go to b4: a3b4, a4b4");
    // a2 is the first white piece in the order of the cells (rules.md 8), and a1 the first of its
    // targets.
    CHECK(reason(between, "a1a9") ==
          "'a1a9' is not an action: type one such as a2-a1; 'moves' lists them all");
    const std::string owed =
        arranged("Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1", "w b2 - 0 3");
    CHECK(reason(owed, "c1c2") == "'c1c2' is illegal: a captured guard comes first: b2");
    CHECK(reason(owed, "f6") == "'b2f6' is illegal: the captured guard on b2 may not be put on f6");
}

TEST_CASE("play: shows whose turn it is and what to do") {
    const auto sentence = [](const std::string& preset, const std::string& position) {
        const RuleSet rules = Presets().at(preset).rules;
        return turn_sentence(Game(rules, parse_position(rules, position)));
    };
    CHECK(sentence("classic", STANDARD) == "White's turn.");
    CHECK(sentence("classic", "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1") ==
          "White's turn: a guard is placed, 6 left.");
    const std::string pieces = "Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1";
    CHECK(sentence("classic", arranged(pieces, "w b2,a5 - 0 3")) ==
          "White's turn: one of white's captured guards on b2, a5 must be relocated.");
    CHECK(sentence("classic", arranged(pieces, "w c1,b2 - 0 3")) ==
          "White's turn: white's captured queen on c1 must be relocated.");
    // rules.md 4.5: the opponent places a captured queen.
    CHECK(sentence("way-to-play", arranged(pieces, "w c1 - 0 3")) ==
          "White's turn, but black chooses: white's captured queen on c1 must be relocated.");
    // rules.md 7.2: the side that trapped the queen exchanges her.
    CHECK(sentence("bloody-queen", arranged("Qa1 Gb1 Gd1 qc1 gl7 gk6 gd4", "w c1,d4 - 8 9")) ==
          "White's turn: black's captured queen on c1 changes places with one of the outermost "
          "guards, which leaves the game.");
    CHECK(sentence("classic",
                   arranged("Qa1 Gb1 Gc1 Gd1 Ge1 Gf1 Ga2 ql11 gl10 gl9 gl8 gl7", "w - gg 0 3")) ==
          "White's turn: the only legal action is 'pass'.");
}

TEST_CASE("play: a capture is reported, and the owner's turn") {
    // e3 and g3 flank f3 on a line (rules.md 4.2): black's guard there is captured by g2g3.
    Table table(TWO_PERSONS, "classic",
                arranged("Qc2 Ge3 Gg2 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gf3 gk6"));
    const std::string said = table.say("g2-g3");
    CHECK(has(said, "White played g2g3 and captured the guard on f3.\n"
                    "Black's turn: black's captured guard on f3 must be relocated.\n"));
    CHECK(has(said, "(g)"));
}

TEST_CASE("play: the engine answers, undo takes back both actions and redo plays them again") {
    Table table(WHITE);
    CHECK(has(table.say("undo"), "there is nothing to take back"));
    CHECK(has(table.say("redo"), "there is nothing to play again"));
    table.say("a1b2");
    REQUIRE(table.host.game().length() == 2);
    const std::string after = table.position();
    CHECK(has(table.pgn(), "[PlyCount \"2\"]"));
    table.say("undo");
    CHECK(table.position() == STANDARD);
    CHECK_FALSE(std::filesystem::exists(table.folder / "game.pgn")); // no empty file
    table.say("redo");
    CHECK(table.position() == after);
    CHECK(has(table.pgn(), "[PlyCount \"2\"]"));
    CHECK(has(table.say("redo"), "there is nothing to play again"));
}

TEST_CASE("play: the side without a person begins with an answer of the engine") {
    const Table table({false, true});
    CHECK(table.host.game().length() == 1);
    CHECK(table.host.game().chooser() == Side::Black);
}

TEST_CASE("play: with two people undo takes back one action") {
    Table table(TWO_PERSONS);
    table.say("a1b2");
    table.say("l11k10");
    CHECK(table.host.game().length() == 2);
    table.say("undo");
    CHECK(table.host.game().length() == 1);
}

TEST_CASE("play: moves lists the legal actions by piece") {
    Table table(TWO_PERSONS);
    // rules.md 4.1: a corner has two neighbours on its ring and one inward.
    CHECK(table.say("moves a1") == "  a1 to b1 a2 b2\nwhite> ");
    CHECK(has(table.say("moves"), "\n  a5 to "));
    CHECK(table.say("moves f6") == "no legal action from f6\nwhite> ");
    CHECK(table.say("moves zz") == "'zz' is not a cell\nwhite> ");
}

TEST_CASE("play: hint and eval search and play nothing") {
    Table table(WHITE);
    table.host.engine().options.level = 1;
    CHECK(table.say("hint").starts_with("The engine would play "));
    CHECK(has(table.say("eval"), " for white. Of 100 games white would win about "));
    CHECK(table.position() == STANDARD);
    CHECK(table.host.engine().options.level == 1);
    // One step from the win (rules.md 4.8 a): f6 is the throne, g6 beside it.
    Table won(TWO_PERSONS, "classic",
              arranged("Qf6 Ge5 Gf5 Ge6 Gf7 Gg7 Gh6 qa1 ga2 ga3 ga4 ga5 gb1 gc1"));
    CHECK(has(won.say("eval"), "White wins by force within 1 of its own actions."));
    CHECK(has(won.say("hint"), "The engine would play h6g6."));
    // Black has a seal.
    Table sealed(TWO_PERSONS, "classic", support::SEALED);
    CHECK(sealed.say("eval").starts_with("Black cannot lose from here, because its queen "));
}

TEST_CASE("play: review shows white's chances and the mistakes, and plays nothing") {
    Table table(TWO_PERSONS);
    CHECK(table.say("review").starts_with("nothing has been played yet"));
    table.say("a1b2");
    const std::string before = table.position();
    const std::string said = table.say("review 1");
    CHECK(has(said, "White's chances in tenths"));
    CHECK(has(said, "No mistakes were found."));
    CHECK(has(table.say("review x"), "review: expected an integer"));
    CHECK(table.position() == before);
    Table sealed(TWO_PERSONS, "classic", support::SEALED);
    sealed.say("c3d3");
    CHECK(has(sealed.say("review 1"), "After 0 actions: Black cannot lose from here, because"));
}

TEST_CASE("play: a game ends on the throne, is reported, and can be taken back") {
    Table table(TWO_PERSONS, "classic",
                arranged("Qf6 Ge5 Gf5 Ge6 Gf7 Gg7 Gh6 qa1 ga2 ga3 ga4 ga5 gb1 gc1"));
    const std::string said = table.say("h6g6");
    CHECK(has(said, "White wins: the queen is on the throne, her guards around her.\n"));
    CHECK(has(table.pgn(), "[Result \"1-0\"]"));
    CHECK(has(table.pgn(), "White wins (throne)"));
    for (const char* line : {"a1b2", "hint", "eval", "moves", "resign"})
        CHECK(has(table.say(line), "the game is over"));
    table.say("undo");
    CHECK_FALSE(table.host.game().outcome());
}

TEST_CASE("play: resign gives the game to the other side, and undo takes that back") {
    Table table(TWO_PERSONS);
    table.say("a1b2");
    CHECK(has(table.say("resign"), "Black resigns.\n"));
    CHECK(has(table.pgn(), "[Result \"1-0\"]"));
    CHECK(has(table.pgn(), "Black resigns"));
    table.say("undo");
    CHECK(has(table.pgn(), "[Result \"*\"]"));
    CHECK(table.host.game().length() == 1);
}

TEST_CASE("play: new begins again, and the file keeps both games") {
    Table table(TWO_PERSONS);
    table.say("a1b2");
    CHECK(has(table.say("new"), "The previous game is saved in "));
    CHECK(table.position() == STANDARD);
    table.say("a1a2");
    const agon::test::Run both{0, table.pgn()};
    CHECK(both.count("[Event ") == 2);
    CHECK(both.says("1. a1b2"));
    CHECK(both.says("1. a1a2"));
    table.say("undo");
    CHECK(agon::test::Run{0, table.pgn()}.count("[Event ") == 1); // the first is still there
}

TEST_CASE("play: the file has each game as it stands") {
    Table table(WHITE);
    const auto games = [&] {
        std::istringstream in(table.pgn());
        return read_pgn(in, [](const auto& variant, const auto& setup) {
            return make_match_rules(variant.value(), setup.value_or("preset"), "", {});
        });
    };
    table.say("a1b2");
    CHECK(games().at(0).record.actions.size() == 2);
    CHECK(games().at(0).record.names == PerSide<std::string>{"person", "agon"});
    table.say("undo");
    CHECK_FALSE(std::filesystem::exists(table.folder / "game.pgn")); // nothing has been played
    table.say("a1b2");
    table.say("resign");
    CHECK(games().at(0).record.verdict.result == Result::BlackWins);
    table.say("new");
    table.say("a1a2");
    REQUIRE(games().size() == 2);
    CHECK(to_text(games()[0].record.actions.at(0).move) == "a1b2");
    CHECK(to_text(games()[1].record.actions.at(0).move) == "a1a2");
    CHECK(games()[1].record.verdict.result == Result::Unfinished);
}

TEST_CASE("play: save writes a copy, and overwrites nothing") {
    Table table(TWO_PERSONS);
    const std::string copy = table.folder / "copy.pgn";
    CHECK(has(table.say("save " + copy), "nothing has been played yet"));
    table.say("a1b2");
    CHECK(has(table.say("save"), "save to which file?"));
    CHECK(has(table.say("save " + copy), "Saved in " + copy));
    CHECK(has(read_file(copy), "1. a1b2"));
    CHECK(has(table.say("save " + copy), "already exists"));
    CHECK(has(table.say("save " + (table.folder / "no/copy.pgn")), "there is no directory"));
    CHECK_FALSE(std::filesystem::exists(table.folder / "no"));
}

TEST_CASE("play: a game whose file cannot be written continues after a message") {
    Table table(TWO_PERSONS);
    std::filesystem::remove_all(table.folder.path);
    CHECK(has(table.say("a1b2"), "cannot write "));
    CHECK(table.host.game().length() == 1);
    std::filesystem::create_directory(table.folder.path);
    table.say("l11k10");
    CHECK(has(table.pgn(), "1. a1b2 {"));
}

TEST_CASE("play: flip shows black's view") {
    Table table(TWO_PERSONS);
    CHECK(has(table.say("flip"), "\n                 l   k   j   h   g   f\n"));
    CHECK(has(table.say("flip"), "\n                 a   b   c   d   e   f\n"));
}

TEST_CASE("play: rules, help, noise and the end") {
    Table table(TWO_PERSONS);
    CHECK(has(table.say("rules"), "classic"));
    const std::string help = table.say("help");
    for (const char* command : {"moves", "hint", "undo", "redo", "eval", "flip", "save FILE",
                                "resign", "new", "rules", "help", "quit"})
        CHECK(has(help, std::string("\n  ") + command));
    CHECK(table.say("") == "white> ");
    CHECK(table.say("hnt") ==
          "'hnt' is neither an action nor a command; did you mean 'hint'?\nwhite> ");
    CHECK(has(table.say("\x1b[A"), "'\\x1b[A' is neither an action nor a command"));
    CHECK(has(table.say("MOVES a1\r"), "a1 to b1 a2 b2"));
    CHECK(table.position() == STANDARD);
    CHECK(table.say("quit").empty());
    CHECK(table.session->quit_said());
    CHECK(table.session->end());
    CHECK(table.out.str() == "Nothing was played, so nothing is saved.\n");
}

TEST_CASE("play: a game that could not be saved is never said to be") {
    Table table(TWO_PERSONS);
    std::filesystem::remove_all(table.folder.path);
    CHECK(has(table.say("a1b2"), "cannot write "));
    const std::string unsaved = "The previous game is not saved: cannot write ";
    CHECK(has(in_one_line(table.say("new")), unsaved));
    CHECK(has(table.say("a1b2"), "cannot write "));
    std::filesystem::create_directory(table.folder.path); // space again
    CHECK_FALSE(has(table.say("l11k10"), "cannot write "));
    CHECK(table.session->end());
    CHECK(has(table.out.str(), "The game is saved in "));
    table.out.str("");
    std::filesystem::remove_all(table.folder.path);
    CHECK(has(table.say("b2c3"), "cannot write "));
    CHECK_FALSE(table.session->end());
    const std::string last = in_one_line(table.out.str());
    CHECK(has(last, "The game is not saved: cannot write "));
    CHECK(has(last, "game.pgn has only its beginning. "));
    std::filesystem::create_directory(table.folder.path); // as the destructor expects
}

TEST_CASE("play: the record has the actions played before, the names and the times") {
    Table table(WHITE);
    Game game = table.host.game();
    game.play(parse_move("a1b2"));
    game.play(parse_move("l11k10"));
    table.host.set_game(game);
    PlaySettings settings;
    settings.person = TWO_PERSONS;
    PlaySession session(table.host, table.folder.path / "game.pgn", table.out, settings);
    session.begin();
    session.handle("b2b3");
    CHECK(has(table.pgn(), "1. a1b2 {book} l11k10 {book} 2. b2b3 {"));
    CHECK(has(table.pgn(), "[White \"person-1\"]"));
    session.handle("undo");
    session.handle("undo");
    CHECK(table.host.game().length() == 2); // what nobody played is not taken back
}

TEST_CASE("play: 24 lines of 80 columns suffice") {
    for (const char* preset : {"classic", "queens-guard-opponent", "bloody-queen"}) {
        CAPTURE(preset);
        Table table(TWO_PERSONS, preset, "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1");
        std::istringstream lines(table.say("a2"));
        int count = 0;
        for (std::string line; std::getline(lines, line); ++count) CHECK(line.size() <= 80);
        CHECK(count + 2 <= 24); // and what the engine or a refusal says
    }
}

TEST_CASE("play: lines are broken between words") {
    CHECK(program::wrapped("one two three", 79) == "one two three");
    CHECK(program::wrapped("one two three", 7) == "one two\nthree");
    CHECK(program::wrapped("one two three", 8) == "one two\nthree");
    CHECK(program::wrapped("  one two three\n\nx\n", 9) == "  one two\n  three\n\nx\n");
    CHECK(program::wrapped("a verylongword b", 4) == "a\nverylongword\nb");
    CHECK(program::wrapped("", 4).empty());
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        Table table(TWO_PERSONS, preset.name);
        for (const char* line : {"rules", "help",
                                 "hello there, how is one to play this game of "
                                 "queens and guards on ninety-one cells?"}) {
            std::istringstream shown(table.say(line));
            for (std::string row; std::getline(shown, row);) CHECK(row.size() <= 79);
        }
    }
}

TEST_CASE("play: every example of an action is legal in the position shown") {
    const std::string pieces = "Qc1 Gb2 Gg7 Ga5 Ga4 Ga3 Ga2 ql11 gl10 gl9 gl8 gl7 gb1 gd1";
    for (const std::string& position :
         {std::string(STANDARD), std::string(setup_text(Setup::Flanked)),
          std::string(setup_text(Setup::Placement)), arranged(pieces, "w c1,b2 - 0 3"),
          arranged("Qa1 Gb1 Gc1 Gd1 Ge1 Gf1 Ga2 ql11 gl10 gl9 gl8 gl7", "w - gg 0 3")}) {
        CAPTURE(position);
        Table table(TWO_PERSONS, "classic", position);
        const Game& game = table.host.game();
        std::size_t examples = 0;
        const auto check = [&](const std::string& said) { // before the next line, which may play
            const std::size_t at = said.find(" as ");
            if (at == std::string::npos || said.find("file") < at) return;
            const std::string rest = said.substr(at + 4);
            const std::string action = rest.substr(0, rest.find_first_of(",;.\n "));
            CAPTURE(said);
            CHECK_NOTHROW((void)read_action(game.rules(), game.position(), action));
            ++examples;
        };
        check(table.say("help"));
        table.session->begin();
        check(table.out.str());
        table.out.str("");
        check(table.say("a1a9"));
        BOARD.for_each([&](Cell cell) { check(table.say(cell.text())); });
        CHECK(examples >= 2);
    }
}

TEST_CASE("play: openings to watch are complete, and differ") {
    const RuleSet rules;
    std::set<std::string> met;
    for (const WatchedOpening& opening : watched_openings()) {
        const Position position = parse_position(rules, opening.position);
        CAPTURE(opening.position);
        CHECK(position.captured.none());
        CHECK_FALSE(Game(rules, position).outcome());
        CHECK(met.insert(canonical_text(position)).second);
    }
    CHECK(met.size() >= 30);
}

TEST_CASE("play: a game to watch is decided in at most 120 actions, and described in sentences") {
    constexpr std::size_t EVERY = 6;
    std::size_t games = 0, won = 0, longest = 0;
    int captures = 0;
    for (std::size_t i = 0; i < watched_openings().size(); i += EVERY) {
        const WatchedOpening& opening = watched_openings()[i];
        TemporaryFolder folder;
        search::SteadyClock clock;
        Host host(clock);
        host.set_position(parse_position(host.rules(), opening.position));
        std::ostringstream out;
        PlaySettings settings;
        settings.person = {false, false};
        settings.weaker = ~opening.better;
        settings.introduction = "The engine has both sides.";
        settings.limits.nodes = 20'000; // much less than it has in its time
        settings.delay = std::chrono::milliseconds(0);
        settings.engine = "agon";
        PlaySession session(host, folder.path / "game.pgn", out, settings);
        session.begin();
        CHECK(session.end());
        const std::string shown = out.str();
        const auto outcome = host.game().outcome();
        REQUIRE(outcome);
        ++games;
        if (outcome->winner == opening.better) ++won;
        longest = std::max(longest, host.game().length());
        CHECK(shown.starts_with("The engine has both sides.\n"));
        CHECK(shown.find("a   b   c   d   e   f\n") < shown.find(" played ")); // white's view
        CHECK(has(shown, end_sentence(host.game(), *outcome)));
        captures += agon::test::Run{0, shown}.count(" and captured the guard on ");
        CHECK(has(shown, "agon level 7"));
        CHECK(has(shown, "The game is saved in "));
        for (const char* not_said : {"thinking", "'new'", "'help'", "> "})
            CHECK_FALSE(has(shown, not_said));
        CHECK(has(read_file(folder / "game.pgn"), "[Result \""));
    }
    CHECK(won + 1 >= games);
    CHECK(longest <= 120);
    CHECK(captures > 0);
}

TEST_CASE("puzzles: a wrong action, hints, the whole line, and the next puzzle") {
    const search::SteadyClock clock;
    Host host(clock);
    const std::string lines(shipped_puzzles()); // VARIANT;POSITION;LINE;PLIES;GRADE;THEMES
    const auto begin = lines.find("\nclassic;") + 1;
    std::istringstream fields(lines.substr(begin, lines.find('\n', begin) - begin));
    std::string variant, position, line, action;
    for (std::string* field : {&variant, &position, &line}) std::getline(fields, *field, ';');
    const Presets presets;
    const RuleSet& rules = presets.at(variant).rules;
    Position at = parse_position(rules, position);
    const Side winner = chooser(rules, at);
    MoveList moves;
    legal_moves(rules, at, moves);
    std::istringstream actions(line);
    std::string right, input = "zzz\nhint\nhint\n";
    while (actions >> action) {
        if (right.empty()) right = action;
        if (chooser(rules, at) == winner) input += action + '\n';
        at = after(rules, at, parse_legal_move(rules, at, action));
    }
    const auto wrong =
        std::ranges::find_if(moves, [&](Move move) { return to_text(move) != right; });
    std::istringstream in(to_text(*wrong) + "\nmoves\nmoves z9\nrules\n" + input +
                          "next\nhint\nnext\nhint\nnext 0\nhelp\nplay\nhint\n");
    std::ostringstream out;
    play_puzzles(host, in, out, "classic");
    for (const std::string& said : std::initializer_list<std::string>{
             "Puzzle 1 of ", "No: it is proved that ", "zzz", "Look at the piece on ",
             "Right, and solved", "Puzzle 2 of ", "next: expected an integer from 1 to "})
        CHECK(out.str().find(said) != std::string::npos);
    CHECK(out.str().find("> " + right + '.') != std::string::npos);
    CHECK(agon::test::Run{0, out.str()}.count("Look at the piece on ") == 3); // once a puzzle
    CHECK(out.str().find("\n  " + to_text(*wrong).substr(0, 1)) != std::string::npos); // of `moves`
    CHECK(has(out.str(), "'z9' is not a cell"));
    CHECK(has(out.str(), presets.at(variant).name + "\n")); // of `rules`
    CHECK(has(in_one_line(out.str()), "'play' ends the puzzles"));
    std::string rest;
    CHECK(std::getline(in, rest)); // `play` has left, and read no more
    CHECK(rest == "hint");
    CHECK_THROWS_AS(play_puzzles(host, in, out, "custom"), Error);
}
