// The legal actions as sets of targets (rules.md sections 3, 4 and 7), so that counting or finding
// one needs no move list. movegen.hpp lists and counts actions, in less to compile.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/position.hpp"
#include "engine/game/steps.hpp"
#include "engine/game/turn.hpp"

namespace agon {

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
