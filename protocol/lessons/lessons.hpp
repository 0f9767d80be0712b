// Lessons: positions in which white has a task that teaches a rule.
#pragma once

#include "engine/board/cell.hpp"
#include "engine/game/game.hpp"
#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "engine/rules/rules.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace agon {

/// An action under test, and what it leads to.
struct LessonAttempt {
    const RuleSet& rules;
    const Position& before;
    Move move;
    const Game& after;
};

/// The texts are English; a page finds those of its language by the key.
struct Lesson {
    std::string_view key;
    std::string_view title;
    std::string_view text;   ///< the rule
    std::string_view task;   ///< what to do
    std::string_view praise; ///< for who has done it
    std::string_view nudge;  ///< for who has done something else
    Position first;
    std::vector<Move> before; ///< actions of both sides from `first` to where the task begins
    std::vector<Cell> lit;    ///< what the text speaks of
    std::size_t actions = 1;  ///< of white, until it is done
    bool (*brings_on)(const LessonAttempt&) = nullptr;
};

/// The course of a rule set: how one wins comes first. A rule that `rules` lacks gets no lesson.
[[nodiscard]] std::vector<Lesson> lessons(const RuleSet& rules);

/// Where the task begins. White chooses.
[[nodiscard]] Game begin(const RuleSet& rules, const Lesson& lesson);

/// Whether a legal action in the present position is what the lesson asks for.
[[nodiscard]] bool brings_on(const Lesson& lesson, const Game& game, Move move);

/// The legal actions that are; at least one unless the lesson is done.
[[nodiscard]] std::vector<Move> solutions(const Lesson& lesson, const Game& game);

} // namespace agon
