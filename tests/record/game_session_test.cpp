// The game as its players see it, without a clock, an engine or a file.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/game_session.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
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
const GameSession::Time BEGIN = std::chrono::sys_days(std::chrono::year(2026) / 11 / 25);
constexpr const char* OVER = "the game is over; undo, or begin another";

GameSessionSettings settings_of(PerSide<bool> person, std::vector<std::string> moves = {}) {
    GameSessionSettings settings{.rules = make_match_rules("classic", "standard", "", {}),
                                 .moves = std::move(moves),
                                 .person = person};
    for (const Side side : BOTH_SIDES)
        if (!person[side]) settings.names[side] = "mock";
    return settings;
}

GameSession session_of(PerSide<bool> person, std::vector<std::string> moves = {}) {
    return GameSession(settings_of(person, std::move(moves)), BEGIN);
}

/// The actions played so far.
std::string played(const GameSession& session) {
    std::string text;
    for (const ActionRecord& action : session.actions())
        text += (text.empty() ? "" : " ") + to_text(action.move);
    CHECK(session.game().length() == session.actions().size());
    return text;
}

/// a1b2 by the person who is white, l11k10 by the engine.
GameSession after_an_answer() {
    GameSession session = session_of(WHITE);
    session.play("a1b2", 3s);
    session.answer("l11k10", 1s, {.kind = Evaluation::Kind::Centipawns, .value = 20});
    return session;
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

TEST_CASE("game session: who is to act") {
    GameSession session = session_of(WHITE);
    CHECK(session.awaits_person());
    CHECK_FALSE(session.awaits_engine());
    CHECK(session.sentence() == "White's turn.");
    CHECK(fault_of([&] { session.play("a1f6", 0s); }).starts_with("'a1f6' is illegal: "));
    CHECK(played(session).empty());
    session.play("A1B2", 3s);
    CHECK(session.awaits_engine());
    CHECK(fault_of([&] { session.play("l11k10", 0s); }) == "mock has to act");
    CHECK(fault_of([&] { session.answer("l11l11", 0s, {}); }) != "");
    CHECK(session.position_line() == "position startpos moves a1b2");
    CHECK(session.actions()[0].elapsed == 3s);
    CHECK(session.actions()[0].chooser == Side::White);
}

TEST_CASE("game session: undo takes back a person's action and the answer, redo plays both again") {
    GameSession session = after_an_answer();
    const Position last = session.game().position();
    session.undo();
    CHECK(played(session).empty());
    CHECK(session.position_line() == "position startpos");
    CHECK(session.can_redo());
    CHECK(fault_of([&] { session.undo(); }) == "there is nothing to take back");
    session.redo();
    CHECK(played(session) == "a1b2 l11k10");
    CHECK(session.game().position() == last);
    CHECK(session.actions()[1].evaluation.value == 20);
    CHECK(fault_of([&] { session.redo(); }) == "there is nothing to play again");
    session.undo();
    session.play("a1a2", 0s); // goes another way
    CHECK_FALSE(session.can_redo());
}

TEST_CASE("game session: undo stops before what an engine began with") {
    GameSession session = session_of(BLACK);
    session.answer("a1b2", 0s, {});
    CHECK(fault_of([&] { session.undo(); }) == "there is nothing to take back");
    session.play("l11k10", 0s);
    session.undo();
    CHECK(played(session) == "a1b2");
}

TEST_CASE("game session: between people and between engines undo and redo cover one action") {
    for (const auto person : {PEOPLE, ENGINES}) {
        GameSession session = session_of(person);
        for (const char* action : {"a1b2", "l11k10", "b2b3"})
            person == PEOPLE ? session.play(action, 0s) : session.answer(action, 0s, {});
        session.undo();
        session.undo();
        CHECK(played(session) == "a1b2");
        session.redo();
        CHECK(played(session) == "a1b2 l11k10");
    }
}

TEST_CASE(
    "game session: the moves given at the start are a fixed opening, or can be taken back too") {
    GameSessionSettings settings = settings_of(PEOPLE, {"a1b2", "l11k10"});
    GameSession opening(settings, BEGIN);
    CHECK(opening.actions()[1].book);
    CHECK(fault_of([&] { opening.undo(); }) == "there is nothing to take back");
    settings.takes_back_moves = true;
    GameSession record(settings, BEGIN);
    record.undo();
    CHECK(played(record) == "a1b2");
    record.redo();
    CHECK(record.actions()[1].book);
    record.play("b2b3", 0s);
    record.new_game(BEGIN + 1h);
    CHECK(played(record) == "a1b2 l11k10");
    CHECK(record.record(BEGIN + 2h).begun == BEGIN + 1h);
    CHECK(fault_of([] { (void)session_of(PEOPLE, {"a1b9"}); }) != "");
}

TEST_CASE("game session: a person resigns, also while the engine thinks, and takes it back") {
    GameSession session = session_of(WHITE);
    session.play("a1b2", 0s);
    session.resign();
    REQUIRE(session.verdict());
    CHECK(session.verdict()->result == Result::BlackWins);
    CHECK(session.sentence() == "White resigns.");
    CHECK_FALSE(session.awaits_engine());
    CHECK(fault_of([&] { session.resign(); }) == OVER);
    CHECK(fault_of([&] { session.play("l11k10", 0s); }) == OVER);
    session.undo();
    CHECK_FALSE(session.verdict());
    CHECK(played(session) == "a1b2");
    CHECK(fault_of([&] { session.resign(Side::Black); }) == "no person plays black");
    GameSession watched = session_of(ENGINES);
    CHECK(fault_of([&] { watched.resign(); }) == "nobody plays here");
}

TEST_CASE("game session: a person resigns on the other person's turn too") {
    GameSession session = session_of(PEOPLE);
    session.play("a1b2", 0s);
    session.resign(Side::White);
    CHECK(session.sentence() == "White resigns.");
    session.undo();
    session.resign(); // without a side, for the one to choose
    CHECK(session.sentence() == "Black resigns.");
}

TEST_CASE("game session: a resignation keeps what was taken back") {
    GameSession session = after_an_answer();
    session.undo();
    session.resign();
    CHECK_FALSE(session.can_redo());
    CHECK(fault_of([&] { session.redo(); }) == "there is nothing to play again");
    session.undo();
    session.redo();
    CHECK(played(session) == "a1b2 l11k10");
}

TEST_CASE("game session: an engine's fault ends the game, and is taken back") {
    GameSession session = session_of(WHITE);
    session.play("a1b2", 0s);
    session.end(fault_verdict(Side::Black, {Fault::OnTime, ""}));
    CHECK(session.sentence() == "Black loses on time.");
    CHECK(session.record(BEGIN).verdict.fault == Fault::OnTime);
    session.undo();
    CHECK(session.awaits_engine());
}

TEST_CASE("game session: the rules and the move limit end the game") {
    GameSessionSettings settings = settings_of(PEOPLE);
    // One step from the win (rules.md 4.8 a): g6 is the last vacant cell around the throne.
    settings.first = parse_position(
        settings.rules.rules, arranged("Qf6 Ge5 Gf5 Ge6 Gf7 Gg7 Gh6 qa1 ga2 ga3 ga4 ga5 gb1 gc1"));
    GameSession won(settings, BEGIN);
    CHECK(won.position_line().starts_with("position fen "));
    won.play("h6g6", 0s);
    CHECK(won.sentence() == "White wins: the queen is on the throne, her guards around her.");
    CHECK(fault_of([&] { won.require_unfinished(); }) == OVER);
    won.undo();
    CHECK(won.awaits_person());

    settings = settings_of(PEOPLE, {"a1b2"});
    settings.max_moves = 1;
    GameSession drawn(settings, BEGIN);
    drawn.play("l11k10", 0s);
    CHECK(drawn.sentence() == "Draw by adjudication (move limit).");
    settings.moves = {"a1b2", "l11k10", "b2b3"};
    CHECK(fault_of([&] { GameSession(settings, BEGIN); }) == "the game is over before b2b3");
}

TEST_CASE("game session: a hint belongs to one position") {
    GameSession session = session_of(WHITE);
    const Advice advice{{}, Side::White, {parse_move("a1b2")}};
    session.ask_hint();
    CHECK(session.hint_coming());
    session.give_hint(session.version() - 1, advice); // of an earlier position
    CHECK(session.hint_coming());
    session.give_hint(session.version(), advice);
    CHECK_FALSE(session.hint_coming());
    REQUIRE(session.hint());
    session.play("a1b2", 0s);
    CHECK_FALSE(session.hint());
    CHECK_FALSE(session.hint_coming());
    CHECK(fault_of([&] { session.ask_hint(); }) == "hints are for a person who has to act");
    session.undo();
    session.ask_hint();
    session.withdraw_hint();
    CHECK_FALSE(session.hint_coming());
}

TEST_CASE("game session: each change makes a new version") {
    GameSession session = session_of(PEOPLE);
    std::size_t version = session.version();
    const auto changed = [&] { return session.version() == ++version; };
    session.play("a1b2", 0s);
    CHECK(changed());
    session.undo();
    CHECK(changed());
    session.redo();
    CHECK(changed());
    session.resign();
    CHECK(changed());
    session.undo();
    CHECK(changed());
    CHECK(fault_of([&] { session.redo(); }) != "");
    CHECK(session.version() == version);
    session.new_game(BEGIN);
    CHECK(changed());
}

TEST_CASE("game session: the record, its names and who keeps it") {
    GameSession session = after_an_answer();
    const GameRecord record = session.record(BEGIN + 1min);
    CHECK(record.names == PerSide<std::string>{"person", "mock"});
    CHECK(record.verdict.reason == "Game broken off");
    CHECK(record.verdict.result == Result::Unfinished);
    CHECK(record.first == session.rules().start());
    CHECK(record.last == session.game().position());
    CHECK(record.begun == BEGIN);
    CHECK(record.ended == BEGIN + 1min);
    CHECK(session_of(PEOPLE).name(Side::White) == "person-1");
    CHECK(session_of(ENGINES).name(Side::Black) == "mock-2");
    using Names = PerSide<std::string>;
    CHECK(without_numbers({"mock-1", "mock-2"}) == Names{"mock", "mock"});
    for (const Names& same :
         {Names{"mock-2", "mock-1"}, {"a-1", "b-2"}, {"mock", "mock"}, {"mock-1", "mock"}})
        CHECK(without_numbers(same) == same);
    Keeper keeper;
    CHECK(session.keep(keeper, BEGIN).empty());
    CHECK(keeper.kept == 2);
    keeper.full = true;
    CHECK(session.keep(keeper, BEGIN) == "no space left");
}
