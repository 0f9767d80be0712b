// Flanks and captures (rules.md 4.2 to 4.4).
#pragma once

#include "engine/game/position.hpp"

namespace agon {

/// The cells between two of `pieces` under the rule set's reading of a flank (rules.md 4.2).
[[nodiscard]] inline Bitboard between(const RuleSet& rules, Bitboard pieces) {
    return rules.flank == Flank::Line ? between_on_lines(pieces) : between_on_rings(pieces);
}

/// between() after one of `pieces` went from `from` to `to`, either of which may be none, given
/// what it was `before`.
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

/// The enemy pieces between the piece of side `us` that has landed on `landed` and another piece of
/// that side (rules.md 4.4), those captured before included. Precondition: `position.between[us]`
/// is up to date. It rules out nearly every action with one intersection, and decides alone for
/// rings, where a cell has only one flank pair.
[[nodiscard]] inline Bitboard captured_by_landing(const RuleSet& rules, const Position& position,
                                                  Side us, Cell landed) {
    const Bitboard enemies = position.pieces[index(~us)] & position.between[index(us)];
    if (rules.flank == Flank::Ring) return enemies & RING_NEIGHBOURS[landed];
    const Bitboard candidates = enemies & NEIGHBOURS[landed];
    if (candidates.none()) return candidates;
    return candidates & between_on_lines(landed, position.pieces[index(us)]);
}

/// The vacant cells on which a piece of `side` would complete a flank around an enemy that is not
/// captured yet (rules.md 4.4), whether or not a piece can get there.
[[nodiscard]] inline Bitboard capturing_cells(const RuleSet& rules, const Position& p, Side side) {
    const Bitboard own = p.pieces[index(side)];
    const Bitboard enemies = p.pieces[index(~side)] - p.captured;
    Bitboard cells;
    if (rules.flank == Flank::Line) {
        for_each_direction([&]<std::size_t d>() { cells |= shift<d>(shift<d>(own) & enemies); });
    } else {
        for (const RingWay& way : RING_WAYS)
            enemies.for_each([&](Cell e) {
                if ((way.near[e] & own).any()) cells |= RING_NEIGHBOURS[e];
            });
    }
    return cells & p.vacant();
}

} // namespace agon
