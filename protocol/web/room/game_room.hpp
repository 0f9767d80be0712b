// One game that is played or watched on a page.
#pragma once

#include "engine/notation/variations.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/game_session.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/review.hpp"
#include "protocol/record/review_task.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "protocol/web/room/analysis_tree.hpp"
#include "protocol/web/room/json.hpp"
#include "protocol/web/room/record_page.hpp"
#include "protocol/web/room/requests.hpp"
#include "protocol/web/room/task.hpp"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::page {

/// An engine's answer.
struct Reply {
    std::string action;
    Evaluation evaluation{};
    Microseconds elapsed{0};
    std::optional<Failure> failure{}; ///< then there is no action
    bool suspended =
        false; ///< the program was suspended meanwhile: `elapsed` is not the engine's time
};

/// An engine at work for one game. Nothing blocks: an operation calls back from the event loop.
/// Only one runs at a time. A destroyed player no longer calls back.
class Player {
public:
    virtual ~Player() = default;
    /// Whether it was ever ready; if not, another try is pointless.
    [[nodiscard]] virtual bool has_started() const = 0;
    /// Makes it ready for the game, restarted if it has died.
    virtual void prepare(std::function<void(std::optional<Failure>)> done) = 0;
    /// Asks for an action in the last position of `game`, which has no verdict.
    virtual void ask(const GameSession& game, std::function<void(const Reply&)> done) = 0;
    /// The same for the position of the line `position_line`, within limits of nodes and time; it
    /// reports several lines if the engine can.
    virtual void look(const std::string& position_line, const TimeControl& limits,
                      std::size_t lines, std::function<void(const Reply&)> done) = 0;
    /// Makes it answer now. Does nothing if it has not been asked.
    virtual void hurry() = 0;
};

/// What a player reports besides its answers. `line`: the actions that it expects, in text; `rank`
/// from 1, higher if it was asked for several lines.
struct PlayerEvents {
    std::function<void(const Evaluation& evaluation, std::string_view line, std::size_t rank)>
        thought;
    std::function<void(const std::string& text)> warned;
};

/// What an engine has reported since it was asked, for players that read its lines.
class Thoughts {
public:
    explicit Thoughts(std::size_t lines = 1) : said_(lines) {}
    void read(std::string_view line, const PlayerEvents& events) {
        for (std::size_t rank = 1; rank <= said_.size(); ++rank) {
            const std::string_view expected =
                read_info(line, said_[rank - 1], static_cast<int>(rank));
            if (rank == 1 || !expected.empty()) events.thought(said_[rank - 1], expected, rank);
        }
    }
    [[nodiscard]] const Evaluation& best() const { return said_.front(); }

private:
    std::vector<Evaluation> said_; ///< by rank
};

/// What a game needs of the program around it: agon-match, or the worker of a page.
class GameHost {
public:
    static constexpr std::size_t ADVISER = 2; ///< the seat that gives hints

    virtual ~GameHost() = default;
    /// The engine of a seat: white, black or the adviser.
    [[nodiscard]] virtual std::unique_ptr<Player> player(std::size_t seat, PlayerEvents events) = 0;
    /// For the record.
    [[nodiscard]] virtual TimeControl control(Side side) const = 0;
    /// The time by a clock that stops while the program is suspended.
    [[nodiscard]] virtual Microseconds now() const {
        return std::chrono::duration_cast<Microseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
    }
    /// Charges the clock of an engine. Returns false if it has lost on time.
    [[nodiscard]] virtual bool spend(Side side, Microseconds elapsed) = 0;
    /// Saves the game after a change. Returns why that failed, or "".
    [[nodiscard]] virtual std::string keep(const GameSession& game) = 0;
    /// Calls `action` from the event loop. May outlive this.
    virtual void later(Milliseconds delay, std::function<void()> action) = 0;
};

inline constexpr int MAX_LEVEL = 10; ///< of an engine

/// The engine of a seat: its name, and its level from 1 to MAX_LEVEL, or 0 for its own strength.
struct Chair {
    std::string engine;
    int level = 0;
};

struct GameRoomSettings {
    MatchRules rules;
    std::optional<Position> first{};          ///< nullopt: that of the setup
    PerSide<std::optional<Chair>> chairs{};   ///< nullopt for a person
    PerSide<std::string> names{};             ///< of people; empty where they have none
    std::vector<std::string> moves{};         ///< that have been played already
    std::vector<ActionRecord> played{};       ///< after them, as it was recorded
    std::optional<GameSession::Time> begun{}; ///< nullopt: now
    std::optional<Verdict> verdict{};         ///< of a record that did not end on the board
    Milliseconds delay{500}; ///< between two actions of engines, so that they can be watched
    std::optional<TaskSettings> task{}; ///< then what is played is judged
    std::optional<Variations> tree{};   ///< then it is an analysis board
};

/// A game that has gone on for this long is a draw.
inline constexpr std::size_t MAX_GAME_ACTIONS = 5'000;
static_assert(MAX_GAME_ACTIONS < Variations::MAX_ACTIONS, "any game can be analysed");

/// What an analysis board has besides a game. Its session has the first position and no actions; no
/// draw limit applies.
struct Analysis {
    AnalysisTree tree;
    std::size_t node = 0; ///< the current one
    bool on = false, threat = false;
    std::size_t lines = 1;
    std::vector<Advice> found{};     ///< by rank, of that position; empty lines are unknown
    std::optional<Position> draft{}; ///< being set up; possibly not a legal position
    std::size_t version = 1;         ///< increases with each change of what is searched
    std::size_t asked = 0, done = 0; ///< versions: the last asked for, the last answered
    Position searched{};             ///< for version `asked`
};

/// Why a board is not a position of some rules.
struct SetupFault {
    std::string_view key; ///< "queen", "guards", "no guards" or "captured"
    std::optional<Side> side;
    int count; ///< of the guards of `side`
    std::string text;
};

/// nullopt if it is one.
[[nodiscard]] std::optional<SetupFault> setup_fault(const Position& draft, const RuleSet& rules);

/// Owns the engines, which are started when first needed, and restarted when they have died. The
/// game is saved after each action. Only the host's saving blocks; everything happens in one event
/// loop. A request that cannot be granted throws Error with the reason.
class GameRoom {
public:
    /// `changed` is called after each visible change, but not from a constructor; it
    /// must not destroy this. So is `reviewed`, but only for the progress of the review. Throws
    /// Error when an action of the settings is illegal.
    GameRoom(
        std::unique_ptr<GameHost> host, GameRoomSettings settings, std::function<void()> changed,
        std::function<void()> reviewed = [] {});
    ~GameRoom();
    GameRoom(const GameRoom&) = delete;
    GameRoom& operator=(const GameRoom&) = delete;

    /// Lets engines act. Call it after the constructor and after rest().
    void wake();
    /// Ends the engines; the game pauses.
    void rest();

    /// As the session's; `ply` is the number of actions that the person has seen.
    void play(std::string_view action, std::size_t ply);
    /// Plays the solution of a puzzle out.
    void solve();
    // As those of the session; between engines they pause, too. A task knows neither redo nor
    // resign, and undo takes back what was missed, or else all.
    void undo();
    void redo();
    void resign(std::optional<Side> side);
    /// Asks the adviser; the answer comes as advice().
    void hint();
    /// Begins the review of the game so far, or goes on with it; the adviser searches. Any change
    /// of the game drops it.
    void begin_review();
    void stop_review();
    // Only on an analysis board.

    void analyse(const Analyse& request);
    void change(const TreeNode& request);
    void edit(const EditBoard& request);

    /// Makes the engine that thinks answer now.
    void hurry();
    void pause();
    void go_on();

    [[nodiscard]] const GameSession& session() const { return session_; }
    /// Nullopt for a person.
    [[nodiscard]] const std::optional<Chair>& chair(Side side) const { return chairs_[side]; }
    /// Of a person; empty without one.
    [[nodiscard]] const std::string& person_name(Side side) const { return names_[side]; }
    /// Whether a person has to act, and may.
    [[nodiscard]] bool awaits_person() const {
        return session_.awaits_person() && (!task_ || task_->awaits_person(session_.game()));
    }
    [[nodiscard]] const std::optional<Task>& task() const { return task_; }
    /// Null if it is not an analysis board.
    [[nodiscard]] const Analysis* analysis() const { return analysis_ ? &*analysis_ : nullptr; }
    /// The game of its session; of an analysis board the current position, without the actions
    /// before it.
    [[nodiscard]] Game shown_game() const;
    /// Whether its engine searches, or soon does.
    [[nodiscard]] bool searching() const { return to_search().has_value(); }
    /// The game so far, with its review or its variations.
    [[nodiscard]] std::string pgn() const;
    [[nodiscard]] std::string record_page() const;
    [[nodiscard]] bool thinking() const { return busy_; }
    [[nodiscard]] bool paused() const { return paused_; }
    /// The last fault of an engine or of the files; empty when there was none.
    [[nodiscard]] const std::string& notice() const { return notice_; }
    /// Null if there is none.
    [[nodiscard]] const Review* review() const { return review_ ? &*review_ : nullptr; }
    /// "none", "running", "stopped" or "done".
    [[nodiscard]] std::string_view review_state() const;
    /// What the engine that thinks, or acted last, expects from this position on.
    [[nodiscard]] std::optional<Advice> expectation() const;

private:
    /// An engine and what it is doing.
    struct Seat {
        std::unique_ptr<Player> player;
        bool prepared = false;
        int failures = 0;        ///< in a row
        std::string line;        ///< the last variation that it reported, in text
        Evaluation evaluation;   ///< that came with it
        std::size_t version = 0; ///< of the session that it thinks about
    };

    void require_unfinished() const;
    void changed();
    void has_changed();
    void proceed();
    void ask(Seat& seat, Side side);
    void answered(Seat& seat, Side side, std::size_t version, const Reply& reply);
    void failed(Seat& seat, Side side, const Failure& failure);
    void play_in_task();
    void look_in_task();
    void looked_in_task(const Reply& reply);
    void advise();
    void advised(std::size_t version, const Reply& reply);
    void advice_failed(const Failure& failure);
    [[nodiscard]] Analysis& board();
    [[nodiscard]] GameSession recorded() const;
    void play_line(std::string_view actions, std::size_t ply);
    void show(std::size_t node);
    void set_up(const Position& first);
    void search_changed();
    [[nodiscard]] std::optional<Position> to_search() const;
    void search();
    void found(const Evaluation& evaluation, std::string_view line, std::size_t rank);
    void look();
    void looked(std::size_t version, ReviewTask task, const Reply& reply);
    void later(Milliseconds delay, std::function<void()> action);
    void tell_soon();
    void end_searches();
    void prepare(std::size_t number, std::function<void(std::optional<Failure>)> done);
    [[nodiscard]] std::string name_of(std::size_t seat) const;
    [[nodiscard]] Seat& adviser() { return seats_[GameHost::ADVISER]; }
    [[nodiscard]] std::vector<Move> legal_line(std::string_view text, bool after_last) const;
    [[nodiscard]] std::vector<Move> legal_line(std::string_view text,
                                               const Position& position) const;
    [[nodiscard]] std::string line_at(std::size_t ply) const;
    [[nodiscard]] std::string line_to(std::size_t node) const;

    std::shared_ptr<bool> life_ = std::make_shared<bool>(); ///< expires actions still queued
    std::unique_ptr<GameHost> host_;
    Milliseconds delay_;
    std::function<void()> changed_, reviewed_;
    PerSide<std::optional<Chair>> chairs_;
    PerSide<std::string> names_;
    GameSession session_;
    std::optional<Task> task_;
    std::optional<std::size_t>
        answering_;                      ///< version of the session to which the task replies soon
    std::array<Seat, 3> seats_;          ///< by side, then the adviser
    std::optional<std::size_t> hurried_; ///< version of the session that hurry() was for
    bool awake_ = false;
    bool busy_ = false; ///< an engine that plays has been asked, perhaps about an earlier position
    bool waiting_ = false;  ///< between two actions of engines
    std::size_t rests_ = 0; ///< actions queued before a rest are dropped
    bool paused_ = false;
    bool adviser_busy_ = false;
    bool telling_ = false;        ///< changed_ will be called soon
    bool telling_review_ = false; ///< reviewed_ will be
    std::optional<Review> review_;
    bool reviewing_ = false;
    std::optional<Analysis> analysis_;
    std::string notice_;
    Microseconds asked_ = host_->now(); ///< the side that has to act now
};

/// Adds `analysis`, `found` and `node` of the message `game`, null where it is no analysis board.
void add_analysis(Json& json, const GameRoom& room);

} // namespace agon::page
