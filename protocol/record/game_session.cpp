#include "protocol/record/game_session.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/quote.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"

#include <cassert>

namespace agon {

namespace {

const PerSide<std::string> NUMBERS{"-1", "-2"}; ///< behind equal names

} // namespace

PerSide<std::string> without_numbers(PerSide<std::string> names) {
    PerSide<std::string> bare = names;
    for (const Side side : BOTH_SIDES)
        if (names[side].ends_with(NUMBERS[side]))
            bare[side].resize(names[side].size() - NUMBERS[side].size());
    const bool numbered = bare[0] == bare[1] && names[0] != bare[0] && names[1] != bare[1];
    return numbered ? bare : names;
}

GameSession::GameSession(GameSessionSettings settings, Time now)
    : settings_(std::move(settings)),
      start_(settings_.rules.rules, settings_.first.value_or(settings_.rules.start()),
             settings_.rules.limits, !settings_.first,
             {.max_moves = settings_.max_moves, .draw = {}, .resign = {}}),
      referee_(start_) {
    if (settings_.names[0] == settings_.names[1])
        for (const Side side : BOTH_SIDES) settings_.names[side] += NUMBERS[side];
    new_game(now);
}

void GameSession::new_game(Time now) {
    referee_ = start_;
    actions_.clear();
    for (const std::string& move : settings_.moves) {
        if (referee_.verdict())
            throw Error("the game is over before " + replace_controls(move.substr(0, 10)));
        add(move, {.move = {}, .evaluation = {}, .book = true});
    }
    for (const ActionRecord& action : settings_.played) {
        if (referee_.verdict()) throw Error("the game goes on after its end");
        add(to_text(action.move), action);
    }
    begun_ = now;
    taken_back_.clear();
    changed(referee_.verdict());
}

/// Fills in the action of `record` and the side that chose it.
void GameSession::add(std::string_view action, ActionRecord record) {
    record.chooser = chooser();
    record.move = referee_.play(action);
    actions_.push_back(std::move(record));
}

/// After each change of the game or of its verdict.
void GameSession::changed(std::optional<Verdict> verdict) {
    ++version_;
    verdict_ = std::move(verdict);
    hint_.reset();
    hint_asked_ = false;
}

void GameSession::play(std::string_view action, Microseconds elapsed) {
    require_unfinished();
    if (!awaits_person()) throw Error(name(chooser()) + " has to act");
    answer(action, elapsed, {});
}

void GameSession::answer(std::string_view action, Microseconds elapsed, Evaluation evaluation) {
    assert(!verdict_);
    add(action, {.move = {}, .evaluation = std::move(evaluation), .elapsed = elapsed});
    taken_back_.clear();
    changed(referee_.verdict());
}

/// How many actions undo() leaves; all of them if there is none to take back.
std::size_t GameSession::left_by_undo() const {
    for (std::size_t i = actions_.size(); i-- > 0;) {
        if (actions_[i].book && !settings_.takes_back_moves) break;
        if (is_person(actions_[i].chooser) || !has_person()) return i;
    }
    return actions_.size();
}

void GameSession::undo() {
    if (verdict_ && !referee_.verdict()) return changed(std::nullopt);
    const std::size_t left = left_by_undo();
    if (left == actions_.size()) throw Error("there is nothing to take back");
    for (; actions_.size() > left; actions_.pop_back())
        taken_back_.push_back(std::move(actions_.back()));
    referee_ = start_;
    for (const ActionRecord& action : actions_) referee_.play(to_text(action.move));
    changed(referee_.verdict());
}

void GameSession::redo() {
    if (!can_redo()) throw Error("there is nothing to play again");
    do {
        add(to_text(taken_back_.back().move), taken_back_.back());
        taken_back_.pop_back();
    } while (can_redo() && has_person() && !is_person(chooser()));
    changed(referee_.verdict());
}

Verdict resignation(Side side) {
    return {win_of(~side), Termination::Normal, capital_name(side) + " resigns", {}};
}

void GameSession::resign(Side side) {
    require_unfinished();
    if (!has_person()) throw Error("nobody plays here");
    if (!is_person(side)) throw Error("no person plays " + std::string(agon::name(side)));
    end(resignation(side));
}

void GameSession::resign() { resign(is_person(chooser()) ? chooser() : ~chooser()); }

void GameSession::end(Verdict verdict) {
    assert(!verdict_);
    changed(std::move(verdict));
}

void GameSession::ask_hint() {
    if (!awaits_person()) throw Error("hints are for a person who has to act");
    hint_asked_ = true;
}

void GameSession::give_hint(std::size_t version, Advice advice) {
    if (version == version_) hint_ = std::move(advice);
}

void GameSession::require_unfinished() const {
    if (verdict_) throw Error("the game is over; undo, or begin another");
}

std::string GameSession::sentence() const {
    if (!verdict_) return turn_sentence(game());
    const auto outcome = game().outcome();
    return outcome ? end_sentence(game(), *outcome) : verdict_->reason + '.';
}

GameRecord GameSession::record(Time now) const {
    static const Verdict BROKEN_OFF{
        Result::Unfinished, Termination::Unterminated, "Game broken off", {}};
    return {.names = settings_.names,
            .controls = settings_.controls,
            .first = start_.game().position(),
            .actions = actions_,
            .last = game().position(),
            .verdict = verdict_.value_or(BROKEN_OFF),
            .begun = begun_,
            .ended = now};
}

} // namespace agon
