// The game as its players see it, without a clock, an engine or a file.
#include "engine/record/sitting.hpp"

#include "engine/error.hpp"
#include "engine/record/notation.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace agon;
using namespace std::chrono_literals;
using support::arranged;
using support::fault_of;

namespace {

constexpr PerSide<bool> PEOPLE{true, true}, WHITE{true, false}, BLACK{false, true},
    ENGINES{false, false};
const Sitting::Time BEGIN = std::chrono::sys_days(std::chrono::year(2026) / 11 / 25);
constexpr const char* OVER = "the game is over; go back by undo, or begin another";

SittingSettings settings_of(PerSide<bool> person, std::vector<std::string> moves = {}) {
    SittingSettings settings{.rules = make_match_rules("classic", "standard", "", {}),
                             .moves = std::move(moves),
                             .person = person};
    for (const Side side : BOTH_SIDES)
        if (!person[side]) settings.names[side] = "mock";
    return settings;
}

Sitting sitting_of(PerSide<bool> person, std::vector<std::string> moves = {}) {
    return Sitting(settings_of(person, std::move(moves)), BEGIN);
}

/// The actions played so far.
std::string played(const Sitting& sitting) {
    std::string text;
    for (const ActionRecord& action : sitting.actions())
        text += (text.empty() ? "" : " ") + to_text(action.move);
    CHECK(sitting.game().length() == sitting.actions().size());
    return text;
}

/// a1b2 by the person who is white, l11k10 by the engine.
Sitting after_an_answer() {
    Sitting sitting = sitting_of(WHITE);
    sitting.play("a1b2", 3s);
    sitting.answer("l11k10", 1s, {.kind = Evaluation::Kind::Centipawns, .value = 20});
    return sitting;
}

struct Keeper {
    void keep(const GameRecord& record, const MatchRules&) {
        if (full) throw Error("no space left");
        kept = record.actions.size();
    }
    bool full = false;
    std::size_t kept = 0;
};

} // namespace

TEST_CASE("sitting: who is to act") {
    Sitting sitting = sitting_of(WHITE);
    CHECK(sitting.awaits_person());
    CHECK_FALSE(sitting.awaits_engine());
    CHECK(sitting.sentence() == "White's turn.");
    CHECK(fault_of([&] { sitting.play("a1f6", 0s); }).starts_with("'a1f6' is illegal: "));
    CHECK(played(sitting).empty());
    sitting.play("A1B2", 3s);
    CHECK(sitting.awaits_engine());
    CHECK(fault_of([&] { sitting.play("l11k10", 0s); }) == "it is mock that has to act");
    CHECK(fault_of([&] { sitting.answer("l11l11", 0s, {}); }) != "");
    CHECK(sitting.position_line() == "position startpos moves a1b2");
    CHECK(sitting.actions()[0].elapsed == 3s);
    CHECK(sitting.actions()[0].chooser == Side::White);
}

TEST_CASE("sitting: undo takes back a person's action and the answer, redo plays both again") {
    Sitting sitting = after_an_answer();
    const Position last = sitting.game().position();
    sitting.undo();
    CHECK(played(sitting).empty());
    CHECK(sitting.position_line() == "position startpos");
    CHECK(sitting.can_redo());
    CHECK(fault_of([&] { sitting.undo(); }) == "there is nothing to take back");
    sitting.redo();
    CHECK(played(sitting) == "a1b2 l11k10");
    CHECK(sitting.game().position() == last);
    CHECK(sitting.actions()[1].evaluation.value == 20);
    CHECK(fault_of([&] { sitting.redo(); }) == "there is nothing to play again");
    sitting.undo();
    sitting.play("a1a2", 0s); // goes another way
    CHECK_FALSE(sitting.can_redo());
}

TEST_CASE("sitting: undo stops before what an engine began with") {
    Sitting sitting = sitting_of(BLACK);
    sitting.answer("a1b2", 0s, {});
    CHECK(fault_of([&] { sitting.undo(); }) == "there is nothing to take back");
    sitting.play("l11k10", 0s);
    sitting.undo();
    CHECK(played(sitting) == "a1b2");
}

TEST_CASE("sitting: between people and between engines undo and redo go one action") {
    for (const auto person : {PEOPLE, ENGINES}) {
        Sitting sitting = sitting_of(person);
        for (const char* action : {"a1b2", "l11k10", "b2b3"})
            person == PEOPLE ? sitting.play(action, 0s) : sitting.answer(action, 0s, {});
        sitting.undo();
        sitting.undo();
        CHECK(played(sitting) == "a1b2");
        sitting.redo();
        CHECK(played(sitting) == "a1b2 l11k10");
    }
}

TEST_CASE("sitting: the moves given at the start are a fixed opening, or can be taken back too") {
    SittingSettings settings = settings_of(PEOPLE, {"a1b2", "l11k10"});
    Sitting opening(settings, BEGIN);
    CHECK(opening.actions()[1].book);
    CHECK(fault_of([&] { opening.undo(); }) == "there is nothing to take back");
    settings.takes_back_moves = true;
    Sitting record(settings, BEGIN);
    record.undo();
    CHECK(played(record) == "a1b2");
    record.redo();
    CHECK(record.actions()[1].book);
    record.play("b2b3", 0s);
    record.new_game(BEGIN + 1h);
    CHECK(played(record) == "a1b2 l11k10");
    CHECK(record.record(BEGIN + 2h).begun == BEGIN + 1h);
    CHECK(fault_of([] { (void)sitting_of(PEOPLE, {"a1b9"}); }) != "");
}

TEST_CASE("sitting: a person resigns, also while the engine thinks, and takes it back") {
    Sitting sitting = sitting_of(WHITE);
    sitting.play("a1b2", 0s);
    sitting.resign();
    REQUIRE(sitting.verdict());
    CHECK(sitting.verdict()->result == Result::BlackWins);
    CHECK(sitting.sentence() == "White resigns.");
    CHECK_FALSE(sitting.awaits_engine());
    CHECK(fault_of([&] { sitting.resign(); }) == OVER);
    CHECK(fault_of([&] { sitting.play("l11k10", 0s); }) == OVER);
    sitting.undo();
    CHECK_FALSE(sitting.verdict());
    CHECK(played(sitting) == "a1b2");
    Sitting watched = sitting_of(ENGINES);
    CHECK(fault_of([&] { watched.resign(); }) == "nobody plays here");
}

TEST_CASE("sitting: a resignation keeps what was taken back") {
    Sitting sitting = after_an_answer();
    sitting.undo();
    sitting.resign();
    CHECK_FALSE(sitting.can_redo());
    CHECK(fault_of([&] { sitting.redo(); }) == "there is nothing to play again");
    sitting.undo();
    sitting.redo();
    CHECK(played(sitting) == "a1b2 l11k10");
}

TEST_CASE("sitting: an engine's fault ends the game, and is taken back") {
    Sitting sitting = sitting_of(WHITE);
    sitting.play("a1b2", 0s);
    sitting.end(fault_verdict(Side::Black, {Fault::OnTime, ""}));
    CHECK(sitting.sentence() == "Black loses on time.");
    CHECK(sitting.record(BEGIN).verdict.fault == Fault::OnTime);
    sitting.undo();
    CHECK(sitting.awaits_engine());
}

TEST_CASE("sitting: the rules and the move limit end the game") {
    SittingSettings settings = settings_of(PEOPLE);
    // One step from the win (rules.md 4.8 a): g6 is the last vacant cell around the throne.
    settings.first = parse_position(
        settings.rules.rules, arranged("Qf6 Ge5 Gf5 Ge6 Gf7 Gg7 Gh6 qa1 ga2 ga3 ga4 ga5 gb1 gc1"));
    Sitting won(settings, BEGIN);
    CHECK(won.position_line().starts_with("position fen "));
    won.play("h6g6", 0s);
    CHECK(won.sentence() == "White wins: the queen is on the throne, her guards around her.");
    CHECK(fault_of([&] { won.require_unfinished(); }) == OVER);
    won.undo();
    CHECK(won.awaits_person());

    settings = settings_of(PEOPLE, {"a1b2"});
    settings.max_moves = 1;
    Sitting drawn(settings, BEGIN);
    drawn.play("l11k10", 0s);
    CHECK(drawn.sentence() == "Draw by adjudication (move limit).");
    settings.moves = {"a1b2", "l11k10", "b2b3"};
    CHECK(fault_of([&] { Sitting(settings, BEGIN); }) == "the game is over before b2b3");
}

TEST_CASE("sitting: a hint is of one position") {
    Sitting sitting = sitting_of(WHITE);
    const Advice advice{{}, Side::White, {parse_move("a1b2")}};
    sitting.ask_hint();
    CHECK(sitting.hint_coming());
    sitting.give_hint(sitting.version() - 1, advice); // of an earlier position
    CHECK(sitting.hint_coming());
    sitting.give_hint(sitting.version(), advice);
    CHECK_FALSE(sitting.hint_coming());
    REQUIRE(sitting.hint());
    sitting.play("a1b2", 0s);
    CHECK_FALSE(sitting.hint());
    CHECK_FALSE(sitting.hint_coming());
    CHECK(fault_of([&] { sitting.ask_hint(); }) == "hints are for a person who has to act");
    sitting.undo();
    sitting.ask_hint();
    sitting.withdraw_hint();
    CHECK_FALSE(sitting.hint_coming());
}

TEST_CASE("sitting: each change has a version of its own") {
    Sitting sitting = sitting_of(PEOPLE);
    std::size_t version = sitting.version();
    const auto changed = [&] { return sitting.version() == ++version; };
    sitting.play("a1b2", 0s);
    CHECK(changed());
    sitting.undo();
    CHECK(changed());
    sitting.redo();
    CHECK(changed());
    sitting.resign();
    CHECK(changed());
    sitting.undo();
    CHECK(changed());
    CHECK(fault_of([&] { sitting.redo(); }) != "");
    CHECK(sitting.version() == version);
    sitting.new_game(BEGIN);
    CHECK(changed());
}

TEST_CASE("sitting: the record, its names and who keeps it") {
    Sitting sitting = after_an_answer();
    const GameRecord record = sitting.record(BEGIN + 1min);
    CHECK(record.names == PerSide<std::string>{"person", "mock"});
    CHECK(record.verdict.reason == "Game broken off");
    CHECK(record.verdict.result == Result::Unfinished);
    CHECK(record.first == sitting.rules().start());
    CHECK(record.last == sitting.game().position());
    CHECK(record.begun == BEGIN);
    CHECK(record.ended == BEGIN + 1min);
    CHECK(sitting_of(PEOPLE).name(Side::White) == "person-1");
    CHECK(sitting_of(ENGINES).name(Side::Black) == "mock-2");
    Keeper keeper;
    CHECK(sitting.keep(keeper, BEGIN).empty());
    CHECK(keeper.kept == 2);
    keeper.full = true;
    CHECK(sitting.keep(keeper, BEGIN) == "no space left");
}
