#include "tools/prove/safe.hpp"

#include <algorithm>
#include <vector>

namespace agon::prove {
namespace {

/// Two pieces on ring 1 that protect each other, as S asks.
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

/// S6, the cells of ring 1 aside: the other guards are on ring 5, but for one on ring 4, which is
/// captured or has a side that is not an enemy's.
bool others_outside(const Position& p, Side side, Bitboard others) {
    const Bitboard inner = others - RINGS[5];
    if (inner.none()) return true;
    if (inner.count() > 1 || !RINGS[4].covers(inner)) return false;
    return (inner & p.captured).any() ||
           (RING_NEIGHBOURS[inner.first()] - p.pieces[index(~side)]).any();
}

bool has_pair(const Position& p, Side side) {
    const Cell queen = p.queens[index(side)];
    if (queen.ring() != 1 || p.captured.contains(queen)) return false;
    bool found = false;
    ((RING_NEIGHBOURS[queen] & p.guards(side)) - p.captured).for_each([&](Cell guard) {
        found |= others_outside(p, side, p.guards(side) - Bitboard(guard));
    });
    return found;
}

/// Actions until a piece is on ring 1: a captured one first goes where its owner, or in the worst
/// case his opponent, puts it.
int actions_to_ring_1(const RuleSet& rules, const Position& p, Side side, Cell cell) {
    if (!p.captured.contains(cell)) return std::max(cell.ring() - 1, 0);
    const bool queen = cell == p.queens[index(side)];
    const bool free = queen && rules.queen_chooser == QueenChooser::Owner &&
                      (rules.queen_target == QueenTarget::Anywhere ||
                       rules.queen_target == QueenTarget::NotThrone);
    const bool next = queen ? rules.queen_target == QueenTarget::NextRing ||
                                  rules.queen_target == QueenTarget::NextRingAny
                            : rules.guard_target != GuardTarget::OuterRing;
    return free ? 1 : next ? 1 + std::min(cell.ring(), 4) : 5;
}

} // namespace

Refuges refuges_of(const RuleSet& rules, bool throne_alone) {
    if (rules.flank != Flank::Ring || rules.effect != Effect::Relocate) return {};
    const bool queen_stays_out = rules.relocation_between == RelocationBetween::Illegal ||
                                 rules.queen_chooser == QueenChooser::Opponent ||
                                 rules.queen_target == QueenTarget::NextRing ||
                                 rules.queen_target == QueenTarget::NextRingAny;
    return {.throne = true,
            .gap = !throne_alone && rules.between == Between::Illegal && queen_stays_out,
            .pair = !throne_alone && rules.between == Between::Captured &&
                    (rules.relocation_captures || rules.guard_target == GuardTarget::OuterRing)};
}

bool is_safe(const Refuges& refuges, const Position& p, Side side) {
    if (refuges.throne && p.queens[index(side)] == THRONE_CELL) return true;
    const Bitboard ring = (p.pieces[index(side)] & RINGS[1]) - p.captured;
    if (ring.count() < 2) return false;
    return (refuges.gap && has_gap_pair(ring, p.pieces[index(~side)])) ||
           (refuges.pair && has_pair(p, side));
}

int actions_to_safety(const RuleSet& rules, const Refuges& refuges, const Position& p, Side side) {
    if (is_safe(refuges, p, side)) return 0;
    const Cell queen = p.queens[index(side)];
    const int waiting = (p.captured & p.guards(side)).count();
    const int queen_in = actions_to_ring_1(rules, p, side, queen);
    int best = NEVER;
    if (refuges.throne && p.queens[index(~side)] != THRONE_CELL) {
        const bool put_there = p.captured.contains(queen) &&
                               rules.queen_chooser == QueenChooser::Owner &&
                               rules.queen_target == QueenTarget::Anywhere;
        best = put_there ? 1 : queen_in + 1 + waiting;
    }
    std::vector<int> guards;
    p.guards(side).for_each(
        [&](Cell c) { guards.push_back(actions_to_ring_1(rules, p, side, c)); });
    std::sort(guards.begin(), guards.end());
    if (refuges.gap && guards.size() >= 2) {
        const int pair = std::min(queen_in, guards[1]) + guards[0] + waiting;
        best = std::min(best, std::max(pair, 1));
    }
    if (refuges.pair && !guards.empty()) {
        const auto nearer = [](Bitboard cells) { return cells.count(); };
        const Bitboard all = p.guards(side) - p.captured;
        const int strayed = nearer(all - RINGS[5] - RINGS[4]) + nearer(all & RINGS[4]);
        if (strayed <= 2 && nearer(all - RINGS[5] - RINGS[4]) <= 1)
            best = std::min(best, std::max(queen_in + guards[0] + waiting, 1));
    }
    return best;
}

} // namespace agon::prove
