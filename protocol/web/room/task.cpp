#include "protocol/web/room/task.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/mistake.hpp"
#include "protocol/web/room/played_json.hpp"

#include <algorithm>

namespace agon::page {
namespace {

/// The game from where the task began.
Game since(const Game& game, std::size_t begun) {
    Game first = game;
    std::vector<Move> moves;
    while (first.length() > begun) {
        moves.insert(moves.begin(), first.move(first.length() - 1));
        first.undo();
    }
    Game part(game.rules(), first.position(), game.limits());
    for (const Move move : moves) part.play(move);
    return part;
}

Json lesson_json(const LessonTask& task) {
    const Lesson& lesson = task.course[task.number];
    Json json{{"key", lesson.key},     {"title", lesson.title},   {"text", lesson.text},
              {"goal", lesson.task},   {"praise", lesson.praise}, {"nudge", lesson.nudge},
              {"number", task.number}, {"lit", Json::array()},    {"course", Json::array()}};
    for (const Cell cell : lesson.lit) json["lit"].push_back(cell.text());
    for (const Lesson& each : task.course) json["course"].push_back({each.key, each.title});
    return json;
}

Json puzzle_json(const PuzzleTask& task, const RuleSet& rules) {
    return {{"number", task.number},
            {"count", task.count},
            {"difficulty", static_cast<int>(difficulty(task.puzzle)) + 1},
            {"within", actions_to_win(task.puzzle, rules)}};
}

/// Of an action that leaves those points: whether a review would let it pass.
TaskState keeps(const MistakeTask& mistake, double points) {
    return *mistake.chances - points < MIN_LOSS[1] ? TaskState::Done : TaskState::Missed;
}

} // namespace

Task::Task(TaskSettings settings, const Game& first)
    : settings_(std::move(settings)), side_(first.chooser()), begun_(first.length()) {
    if (const auto* mistake = std::get_if<MistakeTask>(&settings_))
        for (const std::string& action : mistake->accepted)
            (void)parse_legal_move(first.rules(), first.position(), action);
    restart();
}

bool Task::awaits_person(const Game& game) const {
    return (state_ == TaskState::Open || state_ == TaskState::Right) && !game.outcome() &&
           game.chooser() == side_;
}

std::optional<Move> Task::answer(const Game& game) const {
    if (game.outcome()) return std::nullopt;
    if (const auto* task = std::get_if<LessonTask>(&settings_)) {
        const std::vector<Move> found = solutions(task->course[task->number], game);
        if (!found.empty()) return found.front();
    } else if (const auto* mistake = std::get_if<MistakeTask>(&settings_)) {
        return parse_move(mistake->accepted.front());
    } else if (!line_.empty() && game.chooser() == side_) {
        return line_.front();
    }
    return std::nullopt;
}

void Task::play(const Game& before, Move move) {
    Game after = before;
    after.play(move);
    if (const auto* task = std::get_if<LessonTask>(&settings_)) {
        const Lesson& lesson = task->course[task->number];
        state_ = !brings_on(lesson, before, move)            ? TaskState::Missed
                 : after.length() - begun_ == lesson.actions ? TaskState::Done
                                                             : TaskState::Right;
    } else if (const auto* mistake = std::get_if<MistakeTask>(&settings_)) {
        judge_try(*mistake, after, move);
    } else {
        judge_puzzle(std::get<PuzzleTask>(settings_).puzzle, before, move);
        if (state_ == TaskState::Right) settle(after);
    }
}

void Task::judge_try(const MistakeTask& mistake, const Game& after, Move move) {
    if (std::ranges::count(mistake.accepted, to_text(move)) > 0)
        state_ = TaskState::Done;
    else if (!mistake.chances)
        state_ = TaskState::Missed;
    else if (const auto outcome = after.outcome())
        state_ = keeps(mistake, !outcome->winner ? 0.5 : outcome->winner == side_ ? 1 : 0);
    else
        state_ = TaskState::Judging;
}

void Task::judge_puzzle(const Puzzle& puzzle, const Game& before, Move move) {
    const bool kept = !line_.empty() && line_.front() == move;
    const PuzzleAction is = kept ? PuzzleAction::Right : judge(puzzle, since(before, begun_), move);
    state_ = is == PuzzleAction::Right   ? TaskState::Right
             : is == PuzzleAction::Wrong ? TaskState::Missed
                                         : TaskState::Judging;
    if (kept)
        line_.erase(line_.begin());
    else if (state_ == TaskState::Right)
        line_.clear();
}

/// After an action by which the puzzle may be solved.
void Task::settle(const Game& after) {
    const auto outcome = after.outcome();
    if (outcome)
        state_ = outcome->winner != side_     ? TaskState::Missed
                 : state_ == TaskState::Shown ? TaskState::Shown
                                              : TaskState::Done;
}

void Task::take_back(const Game& game) {
    state_ = game.length() > begun_ ? TaskState::Right : TaskState::Open;
}

void Task::restart() {
    state_ = TaskState::Open;
    line_.clear();
    if (const auto* task = std::get_if<PuzzleTask>(&settings_))
        for (const std::string& action : task->puzzle.line) line_.push_back(parse_move(action));
}

void Task::show(const Game& game) {
    if (!std::holds_alternative<PuzzleTask>(settings_) ||
        (state_ != TaskState::Open && state_ != TaskState::Right) || game.outcome())
        throw Error("there is nothing to show now");
    state_ = TaskState::Shown;
}

std::optional<Move> Task::reply(const Game& game) const {
    const bool acts =
        state_ == TaskState::Shown || (state_ == TaskState::Right && game.chooser() != side_);
    if (!acts || line_.empty() || game.outcome()) return std::nullopt;
    return line_.front();
}

void Task::replied(const Game& after) {
    line_.erase(line_.begin());
    settle(after);
}

bool Task::asks(const Game& game) const {
    if (state_ == TaskState::Judging) return true;
    return std::holds_alternative<PuzzleTask>(settings_) && line_.empty() && !game.outcome() &&
           (state_ == TaskState::Right || state_ == TaskState::Shown);
}

void Task::looked(const Game& game, bool wins, std::vector<Move> line,
                  std::optional<double> points) {
    if (!asks(game)) return;
    if (const auto* mistake = std::get_if<MistakeTask>(&settings_)) {
        state_ = points ? keeps(*mistake, *points) : TaskState::Missed;
        return;
    }
    if (state_ == TaskState::Judging && !wins) {
        state_ = TaskState::Missed;
        return;
    }
    if (state_ == TaskState::Judging) state_ = TaskState::Right;
    line_ = std::move(line);
}

void Task::give_up() { state_ = TaskState::Missed; }

Json Task::json(const Game& game) const {
    Json json{{"side", side_key(side_)}, {"state", TASK_STATES[static_cast<std::size_t>(state_)]}};
    if (const auto* lesson = std::get_if<LessonTask>(&settings_)) {
        json["kind"] = "lesson";
        json.update(lesson_json(*lesson));
    } else if (const auto* puzzle = std::get_if<PuzzleTask>(&settings_)) {
        json["kind"] = "puzzle";
        json.update(puzzle_json(*puzzle, game.rules()));
    } else {
        json["kind"] = "mistake";
    }
    if (const auto move = answer(game); move && awaits_person(game))
        json["answer"] = to_text(*move);
    return json;
}

} // namespace agon::page
