#include "protocol/record/game_builder.hpp"

#include "engine/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace agon {
namespace {

std::string reason_of(const Verdict& verdict) {
    if (verdict.result == Result::Draw) return "Draw";
    if (verdict.result == Result::Unfinished) return "";
    return verdict.result == Result::WhiteWins ? "White wins" : "Black wins";
}

} // namespace

GameBuilder::GameBuilder(const MatchRules& rules, const Position& first)
    : referee_(rules.rules, first, {.repetition = 0, .no_progress = 0}, false, {}),
      limited_(rules.rules, first, rules.limits) {
    record_.first = first;
}

ActionRecord& GameBuilder::play(std::string_view action) {
    if (const auto verdict = referee_.verdict())
        throw Error("the game is over: " + verdict->reason);
    const Side side = chooser();
    const Move move = referee_.play(action);
    limited_.play(move);
    return add(move, side);
}

ActionRecord& GameBuilder::forfeit_turn(const std::string& reason) {
    if (over() || !referee_.may_forfeit_turn()) throw Error("no turn can be forfeited there");
    const Side side = chooser();
    referee_.forfeit_turn();
    limited_ = Game(limited_.rules(), position(), limited_.limits());
    ActionRecord& action = add(Move::pass(), side);
    action.forfeited = reason;
    return action;
}

ActionRecord& GameBuilder::add(Move move, Side chooser) {
    record_.actions.emplace_back().move = move;
    record_.actions.back().chooser = chooser;
    return record_.actions.back();
}

GameRecord GameBuilder::finish(std::optional<Verdict> said) {
    const auto board = referee_.verdict();
    const auto outcome = limited_.outcome();
    Verdict& verdict = record_.verdict;
    if (said) verdict = *said;
    if (outcome && (!said || said->result == verdict_of(*outcome).result) && verdict.reason.empty())
        verdict = verdict_of(*outcome);
    if (board && verdict.result != board->result) {
        if (verdict.result != Result::Unfinished)
            throw Error("the result is " + std::string(to_text(verdict.result)) + ", but " +
                        board->reason);
        verdict = *board;
    }
    if (verdict.reason.empty()) verdict.reason = reason_of(verdict);
    record_.last = position();
    return std::move(record_);
}

} // namespace agon
