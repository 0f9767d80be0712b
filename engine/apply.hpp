// Making an action on a position (rules.md 4.4 to 4.7 and 7).
#pragma once

#include "engine/move.hpp"
#include "engine/position.hpp"

namespace agon {

/// Changes `position` by a legal action, derived fields and counters included. Copy first to be
/// able to go back. An action that is not in legal_moves() leaves a position without meaning;
/// except that a pass, at the beginning of any turn, hands the turn over (the touch rule, section
/// 6).
void apply(const RuleSet& rules, Position& position, Move move);

/// apply() on a copy.
[[nodiscard]] inline Position after(const RuleSet& rules, Position position, Move move) {
    apply(rules, position, move);
    return position;
}

} // namespace agon
