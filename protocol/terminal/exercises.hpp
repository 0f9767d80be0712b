// Lessons and puzzles in lines of text (protocols.md section 4 (Play)).
#pragma once

#include "engine/game/game.hpp"
#include "protocol/lessons/lessons.hpp"
#include "protocol/puzzles/puzzles.hpp"
#include "protocol/session/host.hpp"
#include "protocol/web/room/task.hpp"

#include <cstddef>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {

/// Which puzzles: those of a rule set, if named, and of a difficulty, if given.
struct PuzzleChoice {
    std::string variant;
    std::optional<Difficulty> difficulty{};
};

/// Reads "", "ham", "any", "hard" or "ham hard"; without a rule set, `usual` unless it has no
/// puzzles. Throws Error for another word.
[[nodiscard]] PuzzleChoice read_puzzle_choice(const Presets& presets, std::string_view text,
                                              std::string_view usual);

/// A course of lessons, or some of the puzzles, one after the other. It uses the engine of `host`
/// and the rule sets, but not its game. References must outlive it.
class Exercises {
public:
    /// The lessons of the host's rules, from one on, counted from 0; those of another rule set need
    /// another object. Precondition: there is that lesson.
    Exercises(Host& host, std::ostream& out, std::vector<Lesson> course, std::size_t number);
    /// `play`: what that command does, for the help. Throws Error if there is no puzzle like that.
    Exercises(Host& host, std::ostream& out, const PuzzleChoice& choice,
              std::string_view play = GOES_BACK);

    /// An action or a command; what is at fault is reported.
    void handle(std::string_view line);
    /// "lesson" or "puzzle".
    [[nodiscard]] std::string_view kind() const { return course_.empty() ? "puzzle" : "lesson"; }
    /// Whether `play` was said, or the last lesson is done.
    [[nodiscard]] bool left() const { return left_; }

private:
    static constexpr std::string_view GOES_BACK = "goes back to the game";

    [[nodiscard]] std::size_t size() const {
        return course_.empty() ? puzzles_.size() : course_.size();
    }
    [[nodiscard]] const page::Task& task() const { return *task_; }
    [[nodiscard]] const Puzzle& puzzle() const { return *puzzles_[number_]; }
    /// Of the exercise, not of the game that goes on later.
    [[nodiscard]] std::string_view variant() const {
        return course_.empty() ? puzzle().preset : host_.variant();
    }

    void begin(std::size_t number);
    void introduce();
    void next(std::string_view number);
    void hint();
    void show_solution();
    void show_moves(std::string_view cell);
    void act(std::string_view text);
    void play_on();
    void look();
    void tell(const std::string& replies);
    void require_open() const;
    void draw();
    void say(const std::string& sentence);

    Host& host_;
    std::ostream& out_;
    std::string_view play_ = GOES_BACK; ///< what that command does
    std::vector<Lesson> course_;
    std::vector<const Puzzle*> puzzles_;
    std::size_t number_ = 0;
    std::optional<Game> game_;
    std::optional<page::Task> task_;
    int hints_ = 0; ///< for the present position
    bool left_ = false;
};

/// `agon play --puzzles`: reads lines until `quit` or the end of the input. Blocks. Throws Error if
/// there is no puzzle of the rule set `variant`; an empty one stands for all.
void play_puzzles(Host& host, std::istream& in, std::ostream& out, std::string_view variant);

} // namespace agon::protocol
