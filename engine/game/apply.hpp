// Making an action on a position (rules.md 4.4 to 4.7 and 7).
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

namespace agon {

/// Makes an action on `position` and updates its derived fields and counters. There is no undo.
/// Precondition: the action is legal, or it is a pass at the beginning of a turn, which hands the
/// turn over (the touch rule, rules.md section 6).
void apply(const RuleSet& rules, Position& position, Move move);

/// apply() on a copy.
[[nodiscard]] inline Position after(const RuleSet& rules, const Position& position, Move move) {
    Position next = position;
    apply(rules, next, move);
    return next;
}

} // namespace agon
