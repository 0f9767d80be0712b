// The lessons of every rule set, against the naive referee; and tasks, which judge what is played.
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/lessons/lessons.hpp"
#include "protocol/puzzles/puzzles.hpp"
#include "protocol/web/room/task.hpp"
#include "tests/naive/seal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

using namespace agon;

namespace {

using Texts = std::vector<std::string>;

const Presets& presets() {
    static const Presets built_in;
    return built_in;
}

Texts texts(const std::vector<Move>& moves) {
    Texts found;
    for (const Move move : moves) found.push_back(to_text(move));
    std::ranges::sort(found);
    return found;
}

/// The legal actions after which the naive referee says what `holds`.
template<class Holds>
Texts naive_actions(const naive::Rules& rules, const Game& game, Holds holds) {
    Texts found;
    const naive::State state = naive::parse(to_text(game.position()));
    for (const std::string& action : naive::legal(rules, state))
        if (holds(naive::play(rules, state, action), action)) found.push_back(action);
    std::ranges::sort(found);
    return found;
}

naive::Cell target(const std::string& action) {
    return naive::cell_named(action.substr(action.find_last_of("abcdefghjkl")));
}

/// What the lessons ask for, by their keys: "win", "any", or actions.
Texts expected(const std::string& key, const naive::Rules& rules, const Game& game) {
    static const std::map<std::string, Texts> FIXED = {{"throne", {"f5f6"}},
                                                       {"capture", {"j7h6"}},
                                                       {"remove", {"j7h6"}},
                                                       {"trap", {"j7h6"}},
                                                       {"trap-queen", {"j7h6"}},
                                                       {"exchange", {"j7h6"}},
                                                       {"capture-ring", {"h5g5"}},
                                                       {"remove-ring", {"h5g5"}},
                                                       {"back-safe", {"e7a4"}},
                                                       {"back-calm", {"e7a4"}},
                                                       {"gap", {"h9g8", "h9h8"}},
                                                       {"gap-ring", {"h9g8", "h9h8"}},
                                                       {"gap-captured", {"h9g8", "h9h8"}},
                                                       {"gap-safe", {"d7e7"}},
                                                       {"queen", {"e4f6"}},
                                                       {"queen-not-throne", {"e4e6", "e4f5"}},
                                                       {"forfeit", {"d5e6"}},
                                                       {"forfeit-any", {"d5e6"}},
                                                       {"forfeit-draw", {"d5e6"}}};
    if (const auto found = FIXED.find(key); found != FIXED.end()) return found->second;
    const auto wins = [&](const naive::State& after, const std::string&) {
        return naive::result(rules, after).starts_with("white wins");
    };
    if (key == "win" || key == "fewer" || key.starts_with("last"))
        return naive_actions(rules, game, wins);
    const auto ring = [&](int wanted) {
        return naive_actions(rules, game, [wanted](const naive::State&, const std::string& action) {
            return naive::ring(target(action)) == wanted && !action.starts_with("a1");
        });
    };
    if (key == "hold")
        return naive_actions(rules, game, [&](const naive::State& after, const std::string&) {
            return !naive::seals(rules, after, 'w').empty();
        });
    if (key == "step") return ring(4);
    if (key == "queen-yours") return ring(5);
    if (key == "place") return ring(1);
    Texts all =
        naive_actions(rules, game, [](const naive::State&, const std::string&) { return true; });
    if (key == "repeat") std::erase(all, "e1d1");
    return all;
}

const std::set<std::string> ALWAYS_DONE = {
    "edge",       "back",           "back-any",   "all",
    "queen-back", "queen-back-any", "place-edge", "queen-yours-back"};

void check_course(const RuleSet& rules, const naive::Rules& naive_rules) {
    const std::vector<Lesson> course = lessons(rules);
    REQUIRE(!course.empty());
    CHECK(course.front().key == "win");
    for (const Lesson& lesson : course) {
        const std::string key(lesson.key);
        CAPTURE(key);
        const Game game = begin(rules, lesson);
        CHECK(game.chooser() == Side::White);
        CHECK(game.length() == lesson.before.size());
        CHECK(texts(solutions(lesson, game)) == expected(key, naive_rules, game));
        for (const std::string_view text :
             {lesson.title, lesson.text, lesson.task, lesson.praise, lesson.nudge}) {
            CHECK(!text.empty());
            CHECK(text.size() < 200);
        }
        MoveList legal;
        legal_moves(rules, game.position(), legal);
        const std::size_t right = solutions(lesson, game).size();
        CHECK(right > 0);
        CHECK((right == legal.size()) == ALWAYS_DONE.contains(key));

        for (const Move move : legal) { // as a page plays it
            page::Task task(page::LessonTask{{lesson}, 0}, game);
            Game after = game;
            task.play(after, move);
            after.play(move);
            const bool brings = brings_on(lesson, game, move);
            CHECK(task.state() == (!brings              ? page::TaskState::Missed
                                   : lesson.actions > 1 ? page::TaskState::Right
                                                        : page::TaskState::Done));
            if (!brings || lesson.actions == 1) continue;
            REQUIRE(task.awaits_person(after));
            task.play(after, task.answer(after).value());
            CHECK(task.state() == page::TaskState::Done);
        }
    }
}

const std::vector<std::string>& keys_of(const std::string& preset) {
    static std::map<std::string, std::vector<std::string>> known;
    std::vector<std::string>& keys = known[preset];
    if (keys.empty())
        for (const Lesson& lesson : lessons(presets().at(preset).rules))
            keys.emplace_back(lesson.key);
    return keys;
}

} // namespace

TEST_CASE("every lesson of every rule set can be done, and only as its rule allows") {
    for (const Preset& preset : presets().all()) {
        CAPTURE(preset.name);
        check_course(preset.rules, naive::preset(preset.name));
    }
}

TEST_CASE("a rules file gets the lessons of its own rules") {
    for (const auto& [fields, key] :
         std::map<std::string, std::string>{{"setup=placement", "place"},
                                            {"placement=outer-ring", "place-edge"},
                                            {"forfeit=draw", "forfeit-draw"},
                                            {"repetition=loses", "repeat"},
                                            {"guard_target=next-ring-any", "back-any"}}) {
        const std::string logged = key; // clang 14 captures no structured binding
        CAPTURE(logged);
        Presets loaded;
        std::istringstream file("[mine:classic]\n" + fields + '\n');
        loaded.load(file, "my.ini");
        naive::Rules rules = naive::preset("classic");
        naive::set(rules, fields.substr(0, fields.find('=')), fields.substr(fields.find('=') + 1));
        const auto course = lessons(loaded.at("mine").rules);
        CHECK(std::ranges::count(course, logged, &Lesson::key) == 1);
        check_course(loaded.at("mine").rules, rules);
    }
    RuleSet rules;
    rules.effect = Effect::Remove;
    rules.flank = Flank::Ring;
    for (const Lesson& lesson : lessons(rules))
        CHECK(!solutions(lesson, begin(rules, lesson)).empty());
}

TEST_CASE("a course teaches what its rules have and others have not") {
    CHECK(keys_of("classic") == std::vector<std::string>{"win", "step", "throne", "capture", "edge",
                                                         "gap", "queen", "hold", "forfeit"});
    const std::map<std::string, std::vector<std::string>> differences = {
        {"ham", {"forfeit-any"}},
        {"german", {"all", "queen-not-throne"}},
        {"queens-guard", {"forfeit-any"}},
        {"queens-guard-opponent", {"queen-yours"}},
        {"same-ring", {"capture-ring", "back-safe", "gap-captured", "queen-yours"}},
        {"way-to-play", {"queen-yours"}},
        {"botermans", {"capture-ring", "gap-ring"}},
        {"penthalon", {"back", "queen-back"}},
        {"bloody-queen", {"trap", "trap-queen", "exchange", "gap-safe", "fewer", "last"}},
        {"ludii", {"back-calm", "forfeit-any"}},
        {"csiro", {"queen-not-throne"}},
        {"neto", {"capture-ring", "back-any", "gap-captured", "queen-back-any"}},
        {"kanare", {"remove", "fewer", "last", "hold"}},
        {"agon", {"queen-back", "repeat"}}};
    for (const auto& [preset, keys] : differences)
        for (const std::string& key : keys) CHECK(std::ranges::count(keys_of(preset), key) == 1);
    for (const char* const preset : {"same-ring", "botermans", "bloody-queen", "neto", "agon"})
        CHECK(std::ranges::count(keys_of(preset), "hold") == 0); // they have no seals
}

TEST_CASE("what a key says is the same in all courses") {
    std::map<std::string_view, std::string_view> said;
    for (const Preset& preset : presets().all())
        for (const Lesson& lesson : lessons(preset.rules))
            CHECK(said.try_emplace(lesson.key, lesson.text).first->second == lesson.text);
}

namespace {

/// A puzzle as the room plays it, without an engine.
struct Attempt {
    explicit Attempt(const Puzzle& puzzle)
        : rules(presets().at(puzzle.preset).rules),
          game(rules, parse_position(rules, puzzle.position)),
          task(page::PuzzleTask{puzzle, 0, 1}, game) {}

    void play(Move move) {
        task.play(game, move);
        game.play(move);
        while (const auto reply = task.reply(game)) {
            game.play(*reply);
            task.replied(game);
        }
    }

    RuleSet rules;
    Game game;
    page::Task task;
};

} // namespace

TEST_CASE(
    "every puzzle is solved by its line, shown by request, and missed by another first action") {
    CHECK(all_puzzles().size() == shipped_puzzle_count());
    std::map<Difficulty, std::size_t> count;
    for (const Puzzle& puzzle : all_puzzles()) {
        CAPTURE(puzzle.position);
        ++count[difficulty(puzzle)];
        Attempt solver(puzzle);
        std::size_t actions = 0;
        for (; solver.task.awaits_person(solver.game); ++actions)
            solver.play(solver.task.answer(solver.game).value());
        CHECK(solver.task.state() == page::TaskState::Done);
        CHECK(solver.game.outcome()->winner == solver.task.side());
        CHECK(actions == actions_to_win(puzzle, solver.rules));

        Attempt shown(puzzle);
        shown.task.show(shown.game);
        while (const auto reply = shown.task.reply(shown.game)) {
            shown.game.play(*reply);
            shown.task.replied(shown.game);
        }
        CHECK(shown.task.state() == page::TaskState::Shown);
        CHECK(shown.game.outcome());

        MoveList legal;
        legal_moves(solver.rules, Attempt(puzzle).game.position(), legal);
        const auto other = std::ranges::find_if(
            legal, [&](Move move) { return to_text(move) != puzzle.line.front(); });
        Attempt wrong(puzzle);
        wrong.task.play(wrong.game, *other);
        CHECK(wrong.task.state() == page::TaskState::Missed);
        wrong.task.take_back(wrong.game);
        CHECK(wrong.task.state() == page::TaskState::Open);
        CHECK(to_text(wrong.task.answer(wrong.game).value()) == puzzle.line.front());
    }
    for (const Difficulty each : {Difficulty::Easy, Difficulty::Medium, Difficulty::Hard})
        CHECK(count[each] > 100);
}

TEST_CASE("a later action that is not the kept one waits for an engine") {
    const auto& puzzles = all_puzzles();
    const auto puzzle =
        std::ranges::find_if(puzzles, [](const Puzzle& p) { return p.line.size() == 5; });
    REQUIRE(puzzle != puzzles.end());
    const auto begun = [&] {
        Attempt attempt(*puzzle);
        attempt.play(attempt.task.answer(attempt.game).value());
        REQUIRE(attempt.task.state() == page::TaskState::Right);
        return attempt;
    };
    Attempt attempt = begun();
    const Move kept = attempt.task.answer(attempt.game).value();
    MoveList legal;
    legal_moves(attempt.rules, attempt.game.position(), legal);
    const auto other = std::ranges::find_if(legal, [&](Move move) {
        Game after = attempt.game;
        after.play(move);
        return move != kept && !after.outcome();
    });
    REQUIRE(other != legal.end());
    const Game before = attempt.game;
    attempt.play(*other);
    CHECK(attempt.task.state() == page::TaskState::Judging);
    CHECK(attempt.task.asks(attempt.game));
    CHECK(!attempt.task.awaits_person(attempt.game));
    SUBCASE("it does not win") {
        attempt.task.looked(attempt.game, false, {});
        CHECK(attempt.task.state() == page::TaskState::Missed);
        attempt.task.take_back(before);
        CHECK(attempt.task.state() == page::TaskState::Right);
        CHECK(attempt.task.answer(before) == kept);
    }
    SUBCASE("it wins as well: the best answer is played, then the engine tells how to go on") {
        MoveList replies;
        legal_moves(attempt.rules, attempt.game.position(), replies);
        attempt.task.looked(attempt.game, true, {*replies.begin()});
        CHECK(attempt.task.state() == page::TaskState::Right);
        const auto reply = attempt.task.reply(attempt.game);
        REQUIRE(reply == *replies.begin());
        attempt.game.play(*reply);
        attempt.task.replied(attempt.game);
        CHECK(attempt.task.asks(attempt.game));
        CHECK(!attempt.task.answer(attempt.game));
        CHECK(attempt.task.awaits_person(attempt.game));
    }
    SUBCASE("nobody can tell") {
        attempt.task.give_up();
        CHECK(attempt.task.state() == page::TaskState::Missed);
    }
}
