// Flanks and captures (rules.md 4.2 to 4.4), as sets of cells.
#pragma once

#include "engine/game/position.hpp"

namespace agon {

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
/// One intersection with it rules out nearly every action. Under ring flanks it is the whole
/// answer, since a cell has only one flank pair.
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

} // namespace agon
