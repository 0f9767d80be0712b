#include "tools/arena/match/game_player.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/conversation/reader_thread.hpp"

#include <cassert>
#include <fmt/format.h>

namespace agon::arena {

GamePlayer::GamePlayer(const MatchRules& rules, const Adjudication& adjudication,
                       Spectator& spectator, Warn warn)
    : rules_(rules), adjudication_(adjudication), spectator_(spectator), warn_(std::move(warn)) {}

void GamePlayer::play(const GameTask& task, Done done) {
    assert(!done_);
    task_ = task;
    done_ = std::move(done);
    attempts_ = 0;
    begin();
}

void GamePlayer::begin() {
    const GameTask& task = task_;
    ++attempts_;
    record_ = {};
    record_.number = task.number;
    record_.round = task.round;
    record_.encounter = task.encounter;
    record_.first = task.first;
    record_.begun = std::chrono::system_clock::now();
    for (const Side side : BOTH_SIDES) {
        const EngineConfig& config = task.engines[side]->config();
        record_.names[side] = config.name;
        record_.controls[side] = config.time_control;
        clocks_[side] = GameClock(config.time_control);
    }
    referee_ = std::make_unique<Referee>(rules_.rules, task.first, rules_.limits,
                                         task.start_is_setup, adjudication_);
    for (const Move move : task.opening) {
        const Side side = referee_->chooser();
        record_.actions.push_back({referee_->play(to_text(move)), side, {}, Microseconds(0), true});
    }
    adjudicator_ = Adjudicator(adjudication_);
    failures_ = {};
    unprepared_ = 2;
    pondering_.reset();
    hint_.clear();
    for (const Side side : BOTH_SIDES) prepare(side);
}

/// The program was suspended. Kills the engines, since they may believe that their time is up.
void GamePlayer::begin_again() {
    pondering_.reset();
    for (const Side side : BOTH_SIDES) task_.engines[side]->kill();
    if (attempts_ == MAX_ATTEMPTS)
        return std::exchange(done_, nullptr)(
            std::move(record_), fmt::format("game {}: this program was suspended in each of {} "
                                            "attempts to play it, so its clocks mean nothing",
                                            task_.number, MAX_ATTEMPTS));
    const std::chrono::duration<double> seconds = reader_thread::suspensions().last;
    warn_(fmt::format("Warning: this program did not run for {:.1f} s (suspended, or kept from "
                      "running by other work); games in progress are played again",
                      seconds.count()));
    begin();
}

GameRecord GamePlayer::break_off() {
    assert(done_);
    done_ = nullptr;
    close_record({Result::Unfinished, Termination::Unterminated, "Game broken off", std::nullopt});
    return std::move(record_);
}

void GamePlayer::prepare(Side side) {
    task_.engines[side]->set_place({task_.number, 0});
    task_.engines[side]->prepare(
        [this, side](std::optional<Failure> failure) { prepared(side, std::move(failure)); });
}

void GamePlayer::prepared(Side side, std::optional<Failure> failure) {
    failures_[side] = std::move(failure);
    if (--unprepared_ > 0) return;
    for (const Side which : BOTH_SIDES) {
        const TextEngine& engine = *task_.engines[which];
        const auto& fault = failures_[which];
        if (fault && (fault->refusal || !engine.has_started()))
            return std::exchange(done_, nullptr)(std::move(record_),
                                                 start_text(engine.name(), *fault));
    }
    // An engine that started before and fails now loses the game.
    for (const Side which : BOTH_SIDES)
        if (failures_[which]) return finish(fault_verdict(which, *failures_[which]));
    spectator_.began(record_, referee_->game());
    ask();
}

void GamePlayer::ask() {
    if (auto verdict = referee_->verdict()) return finish(std::move(*verdict));
    if (auto verdict = adjudicator_.verdict()) return finish(std::move(*verdict));
    if (pondering_ && !pondered_rightly())
        return end_pondering([this, side = pondering_->side](std::optional<Failure> failure) {
            if (failure) return finish(fault_verdict(side, *failure));
            ask();
        });
    const Side side = referee_->chooser();
    TextEngine& engine = *task_.engines[side];
    const auto budget = clocks_[side].budget();
    const auto done = [this, side](const EngineAnswer& answer) { answered(side, answer); };
    engine.set_place({task_.number, static_cast<int>(record_.actions.size()) + 1});
    if (std::exchange(pondering_, std::nullopt))
        engine.ponder_hit(budget, done);
    else
        engine.ask({referee_->position_line(),
                    go_text(engine.config().protocol, side, clocks_, record_.controls), budget},
                   done);
    let_ponder(~side);
}

/// Whether the last action is the expected one. Precondition: one side ponders.
bool GamePlayer::pondered_rightly() const {
    const ActionRecord& last = record_.actions.back();
    return last.forfeited.empty() && last.move == pondering_->expected;
}

/// Starts pondering if `side` acted last and gave a ponder move.
void GamePlayer::let_ponder(Side side) {
    TextEngine& engine = *task_.engines[side];
    if (hint_.empty() || record_.actions.back().chooser != side || !engine.ponders()) return;
    const auto prospect = referee_->prospect(hint_, side);
    if (!prospect) return;
    pondering_ = {side, prospect->move};
    engine.set_place({task_.number, static_cast<int>(record_.actions.size()) + 2});
    engine.ponder({prospect->position_line,
                   go_text(engine.config().protocol, side, clocks_, record_.controls, true),
                   std::nullopt});
}

void GamePlayer::end_pondering(TextEngine::Stopped done) {
    const auto ended = std::exchange(pondering_, std::nullopt);
    if (!ended) return done(std::nullopt);
    task_.engines[ended->side]->stop_pondering(std::move(done));
}

void GamePlayer::answered(Side side, const EngineAnswer& answer) {
    const bool timed = record_.controls[0].timed() || record_.controls[1].timed();
    if (answer.suspended && (timed || answer.failure)) return begin_again();
    if (answer.failure) return finish(fault_verdict(side, *answer.failure));
    if (!clocks_[side].spend(answer.elapsed))
        return finish(fault_verdict(side, {Fault::OnTime, ""}));
    hint_ = answer.move.ponder;
    Move move;
    try {
        move = referee_->play(answer.move.best);
    } catch (const Error& error) {
        return answered_illegally(side, answer, error.what());
    }
    acted({move, side, answer.evaluation, answer.elapsed, false});
}

/// The answer is not a legal action (rules.md section 6).
void GamePlayer::answered_illegally(Side side, const EngineAnswer& answer, const std::string& why) {
    if (rules_.touch == TouchRule::ForfeitGame || !referee_->may_forfeit_turn())
        return finish(fault_verdict(side, {Fault::Illegal, why}));
    referee_->forfeit_turn();
    hint_.clear();
    acted({Move::pass(), side, answer.evaluation, answer.elapsed, false, why});
}

void GamePlayer::acted(ActionRecord action) {
    record_.actions.push_back(std::move(action));
    adjudicator_.acted(record_.actions.back(), record_.actions.size());
    spectator_.acted(record_, referee_->game(), clocks_);
    ask();
}

void GamePlayer::close_record(Verdict verdict) {
    record_.verdict = std::move(verdict);
    record_.last = referee_->game().position();
    record_.ended = std::chrono::system_clock::now();
}

void GamePlayer::finish(Verdict verdict) {
    close_record(std::move(verdict));
    // Whether the pondering engine then stops or is killed does not change the result.
    end_pondering([this](const std::optional<Failure>&) {
        std::exchange(done_, nullptr)(std::move(record_), std::nullopt);
    });
}

} // namespace agon::arena
