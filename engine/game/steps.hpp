// Where a piece may step (rules.md 4.1 and 4.3), on bitboards.
#pragma once

#include "engine/game/flanks.hpp"
#include "engine/game/position.hpp"

#include <cstddef>

namespace agon {

/// The cells of `vacant` that a step may end on (rules.md 4.3), given `enemies_between`.
[[nodiscard]] inline Bitboard open_cells(const RuleSet& rules, Bitboard vacant,
                                         Bitboard enemies_between) {
    if (rules.between == Between::Illegal) vacant -= enemies_between;
    return vacant;
}

/// The cells that a step of `side` may end on.
[[nodiscard]] inline Bitboard open_cells(const RuleSet& rules, const Position& p, Side side) {
    return open_cells(rules, p.vacant(), p.between[~side]);
}

/// The targets of guard steps in direction d, ignoring occupancy: never outward or onto the throne
/// (rules.md 4.1).
template<std::size_t d, class Cells>
[[nodiscard]] Cells guard_steps(Cells guards) {
    return shift<d>(guards & GUARD_MAY_STEP[d]);
}

/// The origin of a guard's step to `to` in direction d.
template<std::size_t d>
[[nodiscard]] Cell origin(Cell to) {
    return Cell::from_index(to.index() - OFFSETS[d]);
}

/// The step targets of the piece of `side` on `from`, if its side has the turn and must step.
[[nodiscard]] inline Bitboard step_targets(const RuleSet& rules, const Position& p, Side side,
                                           Cell from) {
    const Bitboard cells = STEPS[from] & open_cells(rules, p, side);
    return from == p.queens[side] ? cells : cells - THRONE;
}

/// The pieces of `side` that may step to `to`, one of its open_cells().
[[nodiscard]] inline Bitboard steppers(const Position& p, Side side, Cell to) {
    if (to == THRONE_CELL) return NEIGHBOURS[to] & p.queen(side);
    return (RING_NEIGHBOURS[to] | OUTWARD_NEIGHBOURS[to]) & p.pieces[side];
}

} // namespace agon
