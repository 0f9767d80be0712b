// A game as its players see it: play, undo, redo, resignation, and whose turn it is.
#pragma once

#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/record/result.hpp"

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// The name of a human player.
inline constexpr const char* PERSON = "person";

/// "White resigns".
[[nodiscard]] Verdict resignation(Side side);

/// Names without the numbers that GameSession has given to equal ones.
[[nodiscard]] PerSide<std::string> without_numbers(PerSide<std::string> names);

/// An engine's evaluation and line.
struct Advice {
    Evaluation evaluation;
    Side side = Side::White; ///< the score is from this side's view
    std::vector<Move> line;  ///< legal actions from the present position
};

/// Arrays are by side.
struct GameSessionSettings {
    MatchRules rules;
    std::optional<Position> first{};    ///< nullopt: the setup of the rules
    std::vector<std::string> moves{};   ///< already played, as for parse_legal_move()
    std::vector<ActionRecord> played{}; ///< after them, as it was recorded
    bool takes_back_moves = false;      ///< whether undo() takes back `moves`
    std::optional<int> max_moves{};     ///< a draw after this many pairs of actions
    PerSide<bool> person{true, true};
    PerSide<std::string> names{PERSON, PERSON}; ///< equal names get a number
    PerSide<TimeControl> controls{};            ///< for the record; a person's is empty
};

/// A game between people, engines, or both. It asks no engine, writes no file and reads no clock.
/// Its owner does that and shows the game. Not thread-safe. A method that throws Error changes
/// nothing; the Error gives the player the reason.
class GameSession {
public:
    using Time = std::chrono::system_clock::time_point;

    /// Throws Error when a move of the settings is illegal or follows the end of the game.
    GameSession(GameSessionSettings settings, Time now);

    /// Plays the action of the person to choose, `elapsed` after the request. Throws Error when the
    /// action is illegal, or nobody is to act.
    void play(std::string_view action, Microseconds elapsed);
    /// Plays the action of the engine to choose. Throws Error when the action is illegal.
    /// Precondition: awaits_engine().
    void answer(std::string_view action, Microseconds elapsed, Evaluation evaluation);
    /// Takes back a resignation or end(). Otherwise takes back a person's last action and all after
    /// it, or between engines the last action. Throws Error when there is nothing to take back.
    void undo();
    /// Replays what one undo() took back. Throws Error when there is nothing to replay.
    void redo();
    /// Resigns for the person that plays `side`. Throws Error where no person does.
    void resign(Side side);
    /// Resigns for the person to choose, or else for the other person. Throws Error without one.
    void resign();
    /// Ends the game for a reason other than the actions, such as an engine's fault. Precondition:
    /// the game is not over.
    void end(Verdict verdict);
    /// Restarts the game after the moves of the settings.
    void new_game(Time now);

    // A hint; any change of the game discards it.

    /// Throws Error unless a person has to act.
    void ask_hint();
    /// Ignored when version() has changed since `version`.
    void give_hint(std::size_t version, Advice advice);
    void withdraw_hint() { hint_asked_ = false; }
    [[nodiscard]] bool hint_coming() const { return hint_asked_ && !hint_; }
    [[nodiscard]] const std::optional<Advice>& hint() const { return hint_; }

    // The current game.

    [[nodiscard]] const GameSessionSettings& settings() const { return settings_; }
    [[nodiscard]] const MatchRules& rules() const { return settings_.rules; }
    [[nodiscard]] const Game& game() const { return referee_.game(); }
    /// The `position ...` line for engines.
    [[nodiscard]] const std::string& position_line() const { return referee_.position_line(); }
    [[nodiscard]] const std::vector<ActionRecord>& actions() const { return actions_; }
    [[nodiscard]] bool can_redo() const { return !verdict_ && !taken_back_.empty(); }
    /// Increases by one with each change of the game.
    [[nodiscard]] std::size_t version() const { return version_; }
    [[nodiscard]] Side chooser() const { return game().chooser(); }
    [[nodiscard]] bool is_person(Side side) const { return settings_.person[side]; }
    [[nodiscard]] bool has_person() const { return settings_.person[0] || settings_.person[1]; }
    /// As in the record: "person", or "person-1" and "person-2" for equal names.
    [[nodiscard]] const std::string& name(Side side) const { return settings_.names[side]; }
    [[nodiscard]] const PerSide<TimeControl>& controls() const { return settings_.controls; }
    /// Empty until the game ends.
    [[nodiscard]] const std::optional<Verdict>& verdict() const { return verdict_; }
    [[nodiscard]] bool awaits_person() const { return !verdict_ && is_person(chooser()); }
    [[nodiscard]] bool awaits_engine() const { return !verdict_ && !is_person(chooser()); }
    /// Throws Error when the game is over.
    void require_unfinished() const;
    /// Whose turn it is and why (turn_sentence()), or how the game ended (end_sentence()).
    [[nodiscard]] std::string sentence() const;
    [[nodiscard]] GameRecord record(Time now) const;
    /// Saves the game with `keeper`, a GameFile or another type with keep(). Returns why that
    /// failed, or "": a full disk must not end the game.
    template<class Keeper>
    [[nodiscard]] std::string keep(Keeper& keeper, Time now) const {
        try {
            keeper.keep(record(now), rules());
        } catch (const std::exception& error) { // includes file system errors
            return error.what();
        }
        return "";
    }

private:
    void add(std::string_view action, ActionRecord record);
    void changed(std::optional<Verdict> verdict);
    [[nodiscard]] std::size_t left_by_undo() const;

    GameSessionSettings settings_;
    Referee start_; ///< before the first action
    Referee referee_;
    std::vector<ActionRecord> actions_;
    std::vector<ActionRecord> taken_back_; ///< the first action is last
    std::optional<Verdict> verdict_;
    std::size_t version_ = 0;
    bool hint_asked_ = false;
    std::optional<Advice> hint_;
    Time begun_;
};

} // namespace agon
