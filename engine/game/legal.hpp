// The one place that knows what is legal (rules.md sections 3, 4.1, 4.3, 4.5 and 7). It works in
// sets of target cells, so that counting and looking for an action need no list of actions. Used by
// movegen.cpp; everybody else includes movegen.hpp.
#pragma once

#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"

namespace agon {

/// The captured pieces one of which has to be settled now: the queen alone if she is captured,
/// otherwise the captured guards. In Bloody Queen they are the other side's.
[[nodiscard]] inline Bitboard pieces_to_settle(const RuleSet& rules, const Position& p) {
    const Side owner = rules.bloody() ? ~p.turn : p.turn;
    const Bitboard queen = p.captured & p.queen(owner);
    return queen.any() ? queen : p.captured & p.pieces[index(owner)];
}

/// Calls the sink for sets of legal actions, each action once:
///  - place(targets): a placement on each of `targets`;
///  - moves(from, targets): from `from` to each of `targets`;
///  - steps<d>(targets): a guard's step in direction d to each of `targets`.
/// No calls when the game is decided or the only legal action is a pass; sets may be empty.
template<class Sink>
[[gnu::always_inline]] inline void generate(const RuleSet& rules, const Position& p, Sink& sink) {
    if (is_decided(rules, p)) return;
    if (p.placing()) {
        if (p.reserve[index(p.turn)] > 0) sink.place(p.vacant() - THRONE);
        return;
    }
    if (p.captured.any())
        if (const Bitboard pieces = pieces_to_settle(rules, p); pieces.any())
            return pieces.for_each(
                [&](Cell from) { sink.moves(from, relocation_targets(rules, p, from)); });

    Bitboard open = p.vacant();
    if (rules.between == Between::Illegal) open -= p.between[index(~p.turn)];
    const Cell queen = p.queens[index(p.turn)];
    sink.moves(queen, STEPS[queen] & open);
    open -= THRONE; // the queen's alone
    const Bitboard guards = p.guards(p.turn);
    for_each_direction(
        [&]<std::size_t d>() { sink.template steps<d>(shift<d>(guards & MAY_STEP[d]) & open); });
}

/// Where a guard that stepped to `to` in direction d came from.
template<std::size_t d>
[[nodiscard]] Cell origin(Cell to) {
    return Cell::from_index(to.index() - OFFSETS[d]);
}

} // namespace agon
