// One game between two engines, from their preparation to the verdict.
#pragma once

#include "protocol/record/adjudication.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/conversation/text_engine.hpp"

#include <functional>
#include <memory>

namespace agon::arena {

/// Watches games. Every method does nothing unless overridden.
class Spectator {
public:
    virtual ~Spectator() = default;
    /// The engines are ready and the opening has been played.
    virtual void began(const GameRecord&, const Game&) {}
    /// An engine has acted: its action is the last of the record, and the clocks are those after
    /// it.
    virtual void acted(const GameRecord&, const Game&, const PerSide<GameClock>&) {}
};

/// A game to be played. The numbers are those of GameRecord.
struct GameTask {
    int number = 1;
    int round = 1;
    std::size_t encounter = 0;
    Position first;
    bool start_is_setup = false;  ///< `first` is the setup, which engines know as startpos
    std::vector<Move> opening;    ///< legal actions from `first`, played without asking an engine
    PerSide<TextEngine*> engines; ///< by side
};

/// Plays one game at a time. Nothing blocks; everything happens in the engines' event loop.
class GamePlayer {
public:
    /// Receives a line for standard error.
    using Warn = std::function<void(const std::string&)>;

    /// The references must outlive the game.
    GamePlayer(const MatchRules& rules, const Adjudication& adjudication, Spectator& spectator,
               Warn warn);

    /// The record with its verdict; or why no game was played: an engine never started, or this
    /// program was suspended in each of MAX_ATTEMPTS.
    using Done = std::function<void(GameRecord, std::optional<std::string> never_started)>;

    /// A game with clocks in which this program was suspended is void: it warns, kills both
    /// engines, and plays the game again from its beginning, so that no engine loses time it did
    /// not use.
    static constexpr int MAX_ATTEMPTS = 10;

    /// Precondition: no game is in progress. `done` may begin the next game. A failed engine has
    /// been killed unless it lost on time or by an illegal action.
    void play(const GameTask& task, Done done);

    /// Ends the game in progress without a result and returns its record; `done` is not called. The
    /// engines are left as they are, so the caller must kill() them.
    [[nodiscard]] GameRecord break_off();

private:
    void begin();
    void begin_again();
    void prepare(Side side);
    void prepared(Side side, std::optional<Failure> failure);
    void ask();
    void answered(Side side, const EngineAnswer& answer);
    void answered_illegally(Side side, const EngineAnswer& answer, const std::string& why);
    void acted(ActionRecord action);
    [[nodiscard]] bool pondered_rightly() const;
    void let_ponder(Side side);
    void end_pondering(TextEngine::Stopped done);
    void finish(Verdict verdict);
    void close_record(Verdict verdict);

    const MatchRules& rules_;
    const Adjudication& adjudication_;
    Spectator& spectator_;
    Warn warn_;
    int attempts_ = 0; ///< to play the game
    GameTask task_;
    Done done_;
    GameRecord record_;
    std::unique_ptr<Referee> referee_;
    Adjudicator adjudicator_{{}};
    PerSide<GameClock> clocks_{GameClock({}), GameClock({})};
    PerSide<std::optional<Failure>> failures_; ///< in the preparation
    int unprepared_ = 0;

    /// The side that acted last may ponder until the other has acted.
    struct Pondering {
        Side side;
        Move expected; ///< by the other side
    };
    std::optional<Pondering> pondering_;
    std::string hint_; ///< ponder move of the side that acted last
};

} // namespace agon::arena
