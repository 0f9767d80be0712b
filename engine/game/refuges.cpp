#include "engine/game/refuges.hpp"

namespace agon {
namespace {

/// Two pieces on ring 1 that protect each other, as S requires.
bool has_gap_pair(Bitboard own, Bitboard enemies) {
    bool found = false;
    own.for_each([&](Cell c) {
        const Bitboard middles = RING_NEIGHBOURS[c] - enemies;
        found |= (middles & own).any();
        middles.for_each(
            [&](Cell m) { found |= (RING_NEIGHBOURS[m] & (own - Bitboard(c))).any(); });
    });
    return found;
}

/// S6 and S2 outside ring 1: the other guards are on ring 5, except that one may be on ring 4 if it
/// is captured or has a neighbouring cell on its ring without one of `closers`.
bool others_outside(const Position& p, Bitboard others, Bitboard closers) {
    const Bitboard inner = others - RINGS[5];
    if (inner.none()) return true;
    if (inner.count() > 1 || !RINGS[4].covers(inner)) return false;
    return (inner & p.captured).any() || (RING_NEIGHBOURS[inner.first()] - closers).any();
}

bool has_pair(const Position& p, Side side) {
    const Cell queen = p.queens[side];
    if (queen.ring() != 1 || p.captured.contains(queen)) return false;
    bool found = false;
    ((RING_NEIGHBOURS[queen] & p.guards(side)) - p.captured).for_each([&](Cell guard) {
        // While the enemy's queen closes a side, she is not on the throne: this queen can enter it.
        found |= others_outside(p, p.guards(side) - Bitboard(guard), p.guards(~side));
    });
    return found;
}

/// Whether pieces of one ring are neighbours from first to last.
bool in_one_row(Bitboard pieces) {
    int neighbours = 0;
    pieces.for_each([&](Cell c) { neighbours += (RING_NEIGHBOURS[c] & pieces).count(); });
    return neighbours == 2 * (pieces.count() - 1);
}

bool has_two_guards(const Position& p, Side side) {
    const Bitboard two = p.guards(side) & RINGS[1], others = p.guards(side) - RINGS[1];
    return two.count() == 2 && (RING_NEIGHBOURS[two.first()] & two).any() &&
           (two & p.captured).none() && others_outside(p, others, p.pieces[~side]) &&
           !in_one_row(others & RINGS[5]);
}

} // namespace

Refuges refuges_of(const RuleSet& rules) {
    if (rules.flank != Flank::Ring || rules.effect != Effect::Relocate ||
        rules.repetition != Repetition::Draw || rules.no_action != NoAction::Pass)
        return {};
    const bool queen_stays_out = rules.relocation_between == RelocationBetween::Illegal ||
                                 rules.queen_chooser == QueenChooser::Opponent ||
                                 rules.queen_target == QueenTarget::NextRing ||
                                 rules.queen_target == QueenTarget::NextRingAny;
    return {.throne = true,
            .gap = rules.between == Between::Illegal && queen_stays_out,
            .pair = rules.between == Between::Captured &&
                    (rules.relocation_captures || rules.guard_target == GuardTarget::OuterRing),
            .guards = rules.between == Between::Captured && queen_stays_out &&
                      rules.relocation_captures && rules.guard_target != GuardTarget::NextRing &&
                      rules.pace == Pace::OnePerTurn};
}

bool is_safe(const Refuges& refuges, const Position& p, Side side) {
    // Only a position that was set up has her captured there.
    if (refuges.throne && p.queens[side] == THRONE_CELL && !p.captured.contains(THRONE_CELL))
        return true;
    const Bitboard ring = (p.pieces[side] & RINGS[1]) - p.captured;
    if (ring.count() < 2 || p.placing()) return false; // placements are not blocked
    return (refuges.gap && has_gap_pair(ring, p.pieces[~side])) ||
           (refuges.pair && has_pair(p, side)) || (refuges.guards && has_two_guards(p, side));
}

} // namespace agon
