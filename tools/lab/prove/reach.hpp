// Where pieces come by steps inward and sideways, if nobody captures them.
#pragma once

#include "engine/game/flanks.hpp"
#include "engine/game/steps.hpp"

namespace agon::prove {

/// The cells that enemies of these pieces may not step onto, where `between` is illegal.
inline Bitboard shut_by(Bitboard pieces) { return pieces | between_on_lines(pieces); }

/// Where one step takes a guard from `cells`, if nothing is in the way.
inline Bitboard guard_step(Bitboard cells) {
    Bitboard next;
    for_each_direction([&]<std::size_t d>() { next |= guard_steps<d>(cells); });
    return next;
}

/// The same for a queen, who also enters the throne.
inline Bitboard queen_step(Bitboard cells) {
    return (cells & RINGS[1]).any() ? guard_step(cells) | THRONE : guard_step(cells);
}

/// Where guards come from `reach` by steps onto cells of `open`, and `reach`.
inline Bitboard guard_reach(Bitboard reach, Bitboard open) {
    for (Bitboard before; before != reach;) {
        before = reach;
        reach |= guard_step(reach) & open;
    }
    return reach;
}

/// The same with a queen.
inline Bitboard queen_reach(Bitboard reach, Bitboard shut) {
    reach = guard_reach(reach, BOARD - shut);
    return reach | (queen_step(reach) - shut);
}

} // namespace agon::prove
