// Whose action it is, and which pieces must be settled first (rules.md sections 2, 4.5, 6 and 7).
#pragma once

#include "engine/game/position.hpp"

namespace agon {

/// The side that picks the next action (rules.md section 2): the side whose turn it is, except for
/// a captured queen under `queen_chooser = opponent`.
[[nodiscard]] inline Side chooser(const RuleSet& rules, const Position& p) {
    const bool handed_over =
        rules.queen_chooser == QueenChooser::Opponent && p.captured.contains(p.queens[p.turn]);
    return handed_over ? ~p.turn : p.turn;
}

/// Whether every action changes the chooser.
[[nodiscard]] inline bool actions_alternate(const RuleSet& rules) {
    return !rules.bloody() && rules.pace == Pace::OnePerTurn &&
           rules.queen_chooser == QueenChooser::Owner;
}

/// The side whose captured pieces are settled this turn; in Bloody Queen it is the opponent.
[[nodiscard]] inline Side settled_side(const RuleSet& rules, const Position& p) {
    return rules.bloody() ? ~p.turn : p.turn;
}

/// The captured pieces of settled_side().
[[nodiscard]] inline Bitboard captured_to_settle(const RuleSet& rules, const Position& p) {
    return p.captured & p.pieces[settled_side(rules, p)];
}

/// The captured pieces to settle now: only the queen if she is captured (rules.md 4.5).
[[nodiscard]] inline Bitboard pieces_to_settle(const RuleSet& rules, const Position& p) {
    const Bitboard captured = captured_to_settle(rules, p);
    const Bitboard queen = captured & p.queen(settled_side(rules, p));
    return queen.any() ? queen : captured;
}

/// Whether the next action is a placement, a relocation or an exchange, and not a step.
[[nodiscard]] inline bool is_settling(const RuleSet& rules, const Position& p) {
    return p.placing() || captured_to_settle(rules, p).any();
}

/// Whether the next action captures if it completes a flank (rules.md 3, 4.4 and 4.5).
[[nodiscard]] inline bool may_capture(const RuleSet& rules, const Position& p) {
    return !p.placing() && (rules.relocation_captures || !is_settling(rules, p));
}

/// Whether the touch rule (rules.md section 6) may forfeit the turn: only the chooser's own turn,
/// at its start. In Bloody Queen a side settles captured pieces after its step.
[[nodiscard]] inline bool may_forfeit_turn(const RuleSet& rules, const Position& p) {
    return chooser(rules, p) == p.turn && !(rules.bloody() && p.captured.any());
}

} // namespace agon
