#include "engine/game/legal.hpp"

#include <algorithm>
#include <cassert>

namespace agon {
namespace {

/// The cells of `open` on the first ring outward from `ring` that has any; for a piece on ring
/// 5, those on ring 5 (rules.md 7.3, and `next-ring-any` in 4.5).
Bitboard first_ring_outward(Bitboard open, int ring) {
    for (int r = std::min(ring + 1, 5); r < 5; ++r)
        if (const Bitboard cells = open & RINGS[static_cast<std::size_t>(r)]; cells.any())
            return cells;
    return open & OUTER_RING;
}

/// The guards on the highest ring that has any: one is exchanged for a queen (rules.md 7.2).
Bitboard outermost(Bitboard guards) {
    for (std::size_t r = RING_COUNT; r-- > 0;)
        if (const Bitboard cells = guards & RINGS[r]; cells.any()) return cells;
    return {};
}

/// `next-ring`: the neighbours of `from` on the next ring outward that are in `open`; if there is
/// none, all cells of ring 5 in `open` (rules.md 4.5).
Bitboard adjacent_outward(Bitboard open, Cell from) {
    const Bitboard adjacent = open & OUTWARD_NEIGHBOURS[from];
    return adjacent.any() ? adjacent : open & OUTER_RING;
}

} // namespace

Bitboard relocation_targets(const RuleSet& rules, const Position& p, Cell from) {
    assert(captured_to_settle(rules, p).contains(from));
    const Side owner = settled_side(rules, p);
    const bool queen = from == p.queens[owner];
    const Bitboard open = open_to_relocation(rules, p);
    if (rules.bloody())
        return queen ? outermost(p.guards(owner)) : first_ring_outward(open, from.ring());
    if (queen) switch (rules.queen_target) {
        case QueenTarget::Anywhere: return open;
        case QueenTarget::NotThrone: return open - THRONE;
        case QueenTarget::NextRing: return adjacent_outward(open, from);
        case QueenTarget::NextRingAny: return first_ring_outward(open, from.ring());
        }
    switch (rules.guard_target) {
    case GuardTarget::OuterRing: break;
    case GuardTarget::NextRing: return adjacent_outward(open, from);
    case GuardTarget::NextRingAny: return first_ring_outward(open, from.ring());
    }
    return open & OUTER_RING;
}

} // namespace agon
