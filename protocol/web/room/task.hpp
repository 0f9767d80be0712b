// A lesson, a puzzle or a mistake to correct: what its actions lead to. It asks no engine itself.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/move.hpp"
#include "protocol/lessons/lessons.hpp"
#include "protocol/puzzles/puzzles.hpp"
#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace agon::page {

struct LessonTask {
    std::vector<Lesson> course;
    std::size_t number = 0;
};

struct PuzzleTask {
    Puzzle puzzle;
    std::size_t number = 0, count = 0; ///< of all
};

/// A position of a review, and what is better there than what was played.
struct MistakeTask {
    std::vector<std::string> accepted; ///< actions; legal and at least one
    /// Points that the side may expect with the best of them. Where that is known, an engine judges
    /// other actions, and one that loses less than the least of mistakes is accepted as well.
    std::optional<double> chances{};
};

using TaskSettings = std::variant<LessonTask, PuzzleTask, MistakeTask>;

enum class TaskState : std::uint8_t { Open, Right, Done, Missed, Shown, Judging };
inline constexpr std::string_view TASK_STATES[] = {"open",   "right", "done",
                                                   "missed", "shown", "judging"};

/// A task and how far it is done. The room plays actions of both sides; this says what each means,
/// which answers the room has to play, and when it has to ask an engine.
class Task {
public:
    /// `first` is where the task begins. Throws Error if an accepted action is illegal there.
    Task(TaskSettings settings, const Game& first);

    [[nodiscard]] const TaskSettings& settings() const { return settings_; }
    [[nodiscard]] TaskState state() const { return state_; }
    [[nodiscard]] std::size_t begun() const { return begun_; } ///< actions before it
    /// Whose actions are judged.
    [[nodiscard]] Side side() const { return side_; }
    /// Whether a person may act now.
    [[nodiscard]] bool awaits_person(const Game& game) const;
    /// An action that is right now, if it is known.
    [[nodiscard]] std::optional<Move> answer(const Game& game) const;

    /// A person plays a legal action in `before`. Precondition: awaits_person(before).
    void play(const Game& before, Move move);
    /// Takes the missed action back; `game` is without it.
    void take_back(const Game& game);
    /// Goes back to the beginning.
    void restart();
    /// From now on the room plays the solution out. Throws Error if it does already, or there is
    /// none to play.
    void show(const Game& game);

    /// What the room has to play now, for whoever chooses; nullopt for nothing. Only in puzzles.
    [[nodiscard]] std::optional<Move> reply(const Game& game) const;
    /// It has played that. Precondition: there was something.
    void replied(const Game& after);

    /// Whether an engine has to look at the position: to judge the last action, or for how it goes
    /// on after such an action.
    [[nodiscard]] bool asks(const Game& game) const;
    /// It has: `wins` if `side()` wins by force, `line` is the best play. `points`: those that it
    /// may expect, without which no try at a mistake is right.
    void looked(const Game& game, bool wins, std::vector<Move> line,
                std::optional<double> points = {});
    /// It cannot. The action counts as missed, since nobody knows better.
    void give_up();

    [[nodiscard]] Json json(const Game& game) const;

private:
    void judge_try(const MistakeTask& mistake, const Game& after, Move move);
    void judge_puzzle(const Puzzle& puzzle, const Game& before, Move move);
    void settle(const Game& after);

    TaskSettings settings_;
    Side side_;
    std::size_t begun_;
    TaskState state_ = TaskState::Open;
    std::vector<Move> line_; ///< how a puzzle goes on from the present position
};

} // namespace agon::page
