// Where pieces come by steps inward and sideways, if nobody captures them.
#pragma once

#include "engine/game/flanks.hpp"
#include "engine/game/steps.hpp"

namespace agon::prove {

/// The cells that enemies of these pieces may not step onto, where `between` is illegal.
inline Bitboard shut_by(Bitboard pieces) { return pieces | between_on_lines(pieces); }

/// Where guards come from `reach` by steps onto cells of `open`, and `reach`.
inline Bitboard guard_reach(Bitboard reach, Bitboard open) {
    for (Bitboard before; before != reach;) {
        before = reach;
        for_each_direction([&]<std::size_t d>() { reach |= guard_steps<d>(reach) & open; });
    }
    return reach;
}

/// The same with a queen, who also enters the throne.
inline Bitboard queen_reach(Bitboard reach, Bitboard shut) {
    reach = guard_reach(reach, BOARD - shut);
    return (reach & RINGS[1]).any() ? reach | (THRONE - shut) : reach;
}

} // namespace agon::prove
