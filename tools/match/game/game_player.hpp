// One game between two engines, from asking them to be ready until its verdict.
#pragma once

#include "tools/match/engines/text_engine.hpp"
#include "tools/match/game/match_rules.hpp"
#include "tools/match/game/record.hpp"
#include "tools/match/game/referee.hpp"

#include <array>
#include <functional>
#include <memory>

namespace agon::match {

/// Watches games; every method does nothing unless overridden.
class Spectator {
public:
    virtual ~Spectator() = default;
    /// The engines are ready and the opening has been played.
    virtual void began(const GameRecord&, const Game&) {}
    /// After each action that an engine was asked for: the record's last, and the clocks after it.
    virtual void acted(const GameRecord&, const Game&, const std::array<Clock, 2>&) {}
};

/// What is to be played; numbers are those of GameRecord.
struct GameTask {
    int number = 1;
    int round = 1;
    std::size_t encounter = 0;
    Position first;
    bool start_is_setup = false;        ///< `first` is the setup's, so engines know it as startpos
    std::vector<Move> opening;          ///< legal actions that are played from `first` unasked
    std::array<TextEngine*, 2> engines; ///< by side
};

/// Plays one game at a time. Nothing blocks; all goes on in the engines' event loop.
class GamePlayer {
public:
    /// The references must outlive the game.
    GamePlayer(const MatchRules& rules, const Adjudication& adjudication, Spectator& spectator);

    /// The record, verdict included; or why an engine never started, and then there was no game.
    using Done = std::function<void(GameRecord, std::optional<std::string> never_started)>;

    /// Precondition: no game is in progress. `done` may begin the next. An engine at fault has been
    /// killed unless it only lost on time or played an illegal action.
    void play(const GameTask& task, Done done);

    /// Ends the game in progress without a result and gives its record; `done` is not called. The
    /// engines are left as they are, so the caller has to kill() them.
    [[nodiscard]] GameRecord break_off();

private:
    void prepare(Side side);
    void prepared(Side side, std::optional<Failure> failure);
    void ask();
    void answered(Side side, const Answer& answer);
    void erred(Side side, const Answer& answer, const std::string& why);
    void acted(ActionRecord action);
    [[nodiscard]] bool foresaw() const;
    void let_ponder(Side side);
    void end_pondering(TextEngine::Stopped done);
    void finish(Verdict verdict);
    void close_record(Verdict verdict);

    const MatchRules& rules_;
    const Adjudication& adjudication_;
    Spectator& spectator_;
    GameTask task_;
    Done done_;
    GameRecord record_;
    std::unique_ptr<Referee> referee_;
    Adjudicator adjudicator_{{}};
    std::array<Clock, 2> clocks_{Clock({}), Clock({})};
    std::array<std::optional<Failure>, 2> failures_; ///< while getting ready
    int unprepared_ = 0;

    /// Only who acted last ponders, until the other has acted.
    struct Pondering {
        Side side;
        Move expected; ///< of the other side
    };
    std::optional<Pondering> pondering_;
    std::string hint_; ///< what who acted last expects
};

} // namespace agon::match
