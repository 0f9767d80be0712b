// All legality rules (rules.md sections 2, 3, 4.1 to 4.5 and 7): who acts, which piece must move,
// and where it may go. They work on bitboards, so that counting or finding an action needs no move
// list. movegen.hpp lists and counts actions.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/position.hpp"

namespace agon {

// Flanks and captures (rules.md 4.2 to 4.4).

/// The cells between two of `pieces` by the rule set's definition of a flank (rules.md 4.2).
[[nodiscard]] inline Bitboard between(const RuleSet& rules, Bitboard pieces) {
    return rules.flank == Flank::Line ? between_on_lines(pieces) : between_on_rings(pieces);
}

/// between() after one of `pieces` moved from `from` to `to`, either of which may be none. `before`
/// is between() before that action.
[[nodiscard]] inline Bitboard between_after(const RuleSet& rules, Bitboard before, Bitboard pieces,
                                            Cell from, Cell to) {
    return rules.flank == Flank::Line ? between_on_lines(pieces)
                                      : between_on_rings_after(before, pieces, from, to);
}

/// The cells on a line between the cell `landed` and one of `partners`.
[[nodiscard]] inline Bitboard between_on_lines(Cell landed, Bitboard partners) {
    const Bitboard at(landed);
    const auto line = [=]<int k>() {
        return (at.shifted<k>() & partners.shifted<-k>()) |
               (at.shifted<-k>() & partners.shifted<k>());
    };
    return (line.template operator()<1>() | line.template operator()<11>() |
            line.template operator()<12>()) &
           BOARD;
}

/// The enemy pieces between the piece of `us` that landed on `landed` and another piece of `us`
/// (rules.md 4.4), including those already captured. Precondition: `p.between[us]` is up to date.
/// One intersection with it rules out nearly every action. It alone decides for ring flanks, where
/// a cell has only one flank pair.
[[nodiscard]] inline Bitboard captured_by_landing(const RuleSet& rules, const Position& p, Side us,
                                                  Cell landed) {
    const Bitboard enemies = p.pieces[~us] & p.between[us];
    if (rules.flank == Flank::Ring) return enemies & RING_NEIGHBOURS[landed];
    const Bitboard candidates = enemies & NEIGHBOURS[landed];
    if (candidates.none()) return candidates;
    return candidates & between_on_lines(landed, p.pieces[us]);
}

/// The vacant cells where a piece of `side` would complete a flank around an enemy not yet captured
/// (rules.md 4.4). The piece need not be able to reach them.
[[nodiscard]] inline Bitboard capturing_cells(const RuleSet& rules, const Position& p, Side side) {
    const Bitboard own = p.pieces[side];
    const Bitboard enemies = p.pieces[~side] - p.captured;
    Bitboard cells;
    if (rules.flank == Flank::Line) {
        for_each_direction([&]<std::size_t d>() { cells |= shift<d>(shift<d>(own) & enemies); });
    } else {
        for (const RingWay& way : RING_WAYS)
            enemies.for_each([&](Cell e) {
                if ((way.next[e] & own).any()) cells |= RING_NEIGHBOURS[e];
            });
    }
    return cells & p.vacant();
}

/// Where a piece of `side` is captured by its own step (rules.md 4.3).
[[nodiscard]] inline Bitboard trapping_cells(const RuleSet& rules, const Position& p, Side side) {
    return rules.between == Between::Captured ? p.between[~side] : Bitboard();
}

// Whose action it is, and which piece must move.

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

// Where the pieces may go.

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

/// The step targets of the piece of `side` on `from`, if it is to step and it is its turn.
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

/// Where a guard in reserve may be placed (rules.md section 3); nowhere if there is none.
[[nodiscard]] inline Bitboard placement_targets(const RuleSet& rules, const Position& p) {
    if (p.reserve[p.turn] == 0) return {};
    return rules.placement == Placement::OuterRing ? p.vacant() & OUTER_RING : p.vacant() - THRONE;
}

/// The cells where other pieces do not block a relocation (rules.md 4.5).
[[nodiscard]] inline Bitboard open_to_relocation(const RuleSet& rules, const Position& p) {
    if (rules.relocation_between == RelocationBetween::Safe) return p.vacant();
    return p.vacant() - p.between[~settled_side(rules, p)];
}

/// The relocation targets of the captured piece on `from` (rules.md 4.5). In Bloody Queen, the
/// targets of an exchange (rules.md 7.2) or a relocation (rules.md 7.3). Also works for a guard
/// that must wait for the queen. Precondition: captured_to_settle() contains `from`.
[[nodiscard]] Bitboard relocation_targets(const RuleSet& rules, const Position& p, Cell from);

/// Passes the legal actions to the sink as sets of targets, each action once:
///  - place(targets): a placement on each of `targets`;
///  - moves(from, targets): from `from` to each of `targets`;
///  - steps<d>(targets): a guard's step in direction d to each of `targets`.
/// Passes no action when the game is decided or a pass is the only one. Sets may be empty.
template<class Sink>
[[gnu::always_inline]] inline void generate(const RuleSet& rules, const Position& p, Sink& sink) {
    if (is_decided_by_pieces(rules, p)) return;
    if (p.placing()) return sink.place(placement_targets(rules, p));
    if (p.captured.any())
        if (const Bitboard pieces = pieces_to_settle(rules, p); pieces.any())
            return pieces.for_each(
                [&](Cell from) { sink.moves(from, relocation_targets(rules, p, from)); });

    const Bitboard open = open_cells(rules, p, p.turn);
    const Cell queen = p.queens[p.turn];
    sink.moves(queen, STEPS[queen] & open);
    const Bitboard guards = p.guards(p.turn);
    for_each_direction(
        [&]<std::size_t d>() { sink.template steps<d>(guard_steps<d>(guards) & open); });
}

/// Whether there is a legal action other than a pass.
[[nodiscard]] bool any_legal(const RuleSet& rules, const Position& p);

/// Whether a pass is the only legal action (rules.md 4.7).
[[nodiscard]] inline bool must_pass(const RuleSet& rules, const Position& p) {
    return !any_legal(rules, p) && !is_decided(rules, p);
}

/// Whether `move` is legal. It may be any value, such as user input or a hash move.
[[nodiscard]] inline bool is_legal(const RuleSet& rules, const Position& p, Move move) {
    if (move.is_pass()) return must_pass(rules, p);
    const Cell from = move.from();
    Bitboard targets;
    if (p.placing()) {
        if (from.is_none()) targets = placement_targets(rules, p);
    } else if (const Bitboard pieces = pieces_to_settle(rules, p); pieces.any()) {
        if (pieces.contains(from)) targets = relocation_targets(rules, p, from);
    } else if (p.own().contains(from)) {
        targets = step_targets(rules, p, p.turn, from);
    }
    return targets.contains(move.to()) && !is_decided_by_pieces(rules, p);
}

} // namespace agon
