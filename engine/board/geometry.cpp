// The compiler proves the masks of geometry.hpp against coordinates.
#include "engine/board/geometry.hpp"

namespace agon {

static_assert(BOARD.count() == CELL_COUNT && THRONE == RINGS[0]);
static_assert([] { // 1 + 6 + 12 + 18 + 24 + 30 = 91
    Bitboard seen;
    for (int r = 0; r < RING_COUNT; ++r) {
        const Bitboard ring = RINGS[static_cast<std::size_t>(r)];
        if (ring.count() != (r == 0 ? 1 : 6 * r) || (seen & ring).any()) return false;
        seen |= ring;
    }
    return seen == BOARD;
}());
static_assert([] { // one masked shift is one step, for all 91 x 6
    bool holds = true;
    for_each_direction([&]<std::size_t d>() {
        BOARD.for_each([&](Cell c) {
            const auto to = detail::step(c, d);
            holds &= (shift<d>(Bitboard(c)) & BOARD) == (to ? Bitboard(*to) : Bitboard());
        });
    });
    return holds;
}());
static_assert([] { // the six masks of permitted steps have 54 cells each
    for (const Bitboard mask : GUARD_MAY_STEP)
        if (mask.count() != 54) return false;
    return true;
}());
static_assert([] { // every cell but the throne has two neighbours on its ring
    bool holds = RING_NEIGHBOURS[THRONE_CELL].none();
    (BOARD - THRONE).for_each([&](Cell c) { holds &= RING_NEIGHBOURS[c].count() == 2; });
    return holds;
}());
static_assert([] { // a full board flanks every cell that has a complete pair: all but the corners
    return (BOARD - between_on_lines(BOARD)).count() == 6 &&
           between_on_rings(BOARD) == BOARD - THRONE;
}());

} // namespace agon
