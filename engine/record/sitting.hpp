// A game as its players see it: played, taken back, given up, and whose turn it is.
#pragma once

#include "engine/record/record.hpp"
#include "engine/record/referee.hpp"

#include <array>
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// The name of a player who is no engine.
inline constexpr const char* PERSON = "person";

/// What an engine expects.
struct Advice {
    Evaluation evaluation;
    Side side = Side::White; ///< whose view the score is
    std::vector<Move> line;  ///< legal actions from the present position
};

/// Arrays are by side.
struct SittingSettings {
    MatchRules rules;
    std::optional<Position> first{};  ///< nothing: the setup of the rules
    std::vector<std::string> moves{}; ///< played before, as for parse_legal_move()
    bool takes_back_moves = false;    ///< undo() goes back behind them
    std::optional<int> max_moves{};   ///< pairs of actions, after which it is a draw
    std::array<bool, 2> person{true, true};
    std::array<std::string, 2> names{PERSON, PERSON}; ///< two of one name get a number
    std::array<TimeControl, 2> controls{};            ///< for the record; a person's is empty
};

/// The game of people, of people and engines, or of engines that people watch. It asks no engine,
/// writes no file and reads no clock: its owner does, and shows it. Not for two threads at once.
/// A method that throws Error gives the reason for the player, and has changed nothing.
class Sitting {
public:
    using Time = std::chrono::system_clock::time_point;

    /// Throws Error when a move of the settings is illegal, or comes after the end.
    Sitting(SittingSettings settings, Time now);

    /// By the person who chooses, `elapsed` after being asked. Throws Error when the action is
    /// illegal, or nobody is to act.
    void play(std::string_view action, Microseconds elapsed);
    /// By the engine that chooses. Throws Error when the action is illegal. Precondition:
    /// awaits_engine().
    void answer(std::string_view action, Microseconds elapsed, Evaluation evaluation);
    /// Takes back a resignation or what end() said, else the last action that a person chose and
    /// what came after it, between engines the last action. Throws Error when there is none.
    void undo();
    /// Plays again what one undo() took back. Throws Error when there is nothing.
    void redo();
    /// By the person who chooses, else by the other one. Throws Error when there is none.
    void resign();
    /// Ends the game by what the actions do not show, as an engine's fault. Precondition: it is not
    /// over.
    void end(Verdict verdict);
    /// Begins again, after the moves of the settings.
    void new_game(Time now);

    // A hint, which any change of the game drops.

    /// Throws Error unless a person has to act.
    void ask_hint();
    /// Dropped when the game is at another version() by now.
    void give_hint(std::size_t version, Advice advice);
    void withdraw_hint() { hint_asked_ = false; }
    [[nodiscard]] bool hint_coming() const { return hint_asked_ && !hint_; }
    [[nodiscard]] const std::optional<Advice>& hint() const { return hint_; }

    // The game as it stands.

    [[nodiscard]] const MatchRules& rules() const { return settings_.rules; }
    [[nodiscard]] const Game& game() const { return referee_.game(); }
    /// The line `position ...` for engines.
    [[nodiscard]] const std::string& position_line() const { return referee_.position_line(); }
    [[nodiscard]] const std::vector<ActionRecord>& actions() const { return actions_; }
    [[nodiscard]] bool can_redo() const { return !verdict_ && !taken_back_.empty(); }
    /// One more with each change of the game.
    [[nodiscard]] std::size_t version() const { return version_; }
    [[nodiscard]] Side chooser() const { return game().chooser(); }
    [[nodiscard]] bool is_person(Side side) const { return settings_.person[index(side)]; }
    [[nodiscard]] bool has_person() const { return settings_.person[0] || settings_.person[1]; }
    /// As the record has it: "person", or "person-1" and "person-2" for two of one name.
    [[nodiscard]] const std::string& name(Side side) const { return settings_.names[index(side)]; }
    [[nodiscard]] const std::array<TimeControl, 2>& controls() const { return settings_.controls; }
    /// Nothing while the game goes on.
    [[nodiscard]] const std::optional<Verdict>& verdict() const { return verdict_; }
    [[nodiscard]] bool awaits_person() const { return !verdict_ && is_person(chooser()); }
    [[nodiscard]] bool awaits_engine() const { return !verdict_ && !is_person(chooser()); }
    /// Throws Error when the game is over.
    void require_unfinished() const;
    /// Whose turn it is and why (turn_sentence()), or how the game ended (end_sentence()).
    [[nodiscard]] std::string sentence() const;
    [[nodiscard]] GameRecord record(Time now) const;
    /// Hands the game to `keeper`, a GameFile or what has its keep(). Returns why it was not kept,
    /// or "": a full disk must not end the game.
    template<class Keeper>
    [[nodiscard]] std::string keep(Keeper& keeper, Time now) const {
        try {
            keeper.keep(record(now), rules());
        } catch (const std::exception& error) { // of the file system too
            return error.what();
        }
        return "";
    }

private:
    void add(std::string_view action, ActionRecord record);
    void changed(std::optional<Verdict> verdict);
    [[nodiscard]] std::size_t left_by_undo() const;

    SittingSettings settings_;
    Referee start_; ///< before the first action
    Referee referee_;
    std::vector<ActionRecord> actions_;
    std::vector<ActionRecord> taken_back_; ///< the first of them last
    std::optional<Verdict> verdict_;
    std::size_t version_ = 0;
    bool hint_asked_ = false;
    std::optional<Advice> hint_;
    Time begun_;
};

} // namespace agon
