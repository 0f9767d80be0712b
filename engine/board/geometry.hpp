// The board as masks: directions, rings, neighbours and flanks (rules.md sections 1, 4.1, 4.2).
// Everything here is computed by the compiler; geometry.cpp proves it against coordinates.
#pragma once

#include "engine/board/bitboard.hpp"

#include <array>
#include <cstddef>

namespace agon {

namespace detail {
template<class Predicate>
constexpr Bitboard cells_where(Predicate holds) {
    Bitboard cells;
    for (int row = 0; row < SPAN; ++row)
        for (int file = 0; file < SPAN; ++file)
            if (const auto cell = Cell::at(file, row); cell && holds(*cell))
                cells |= Bitboard(*cell);
    return cells;
}
} // namespace detail

inline constexpr Bitboard BOARD = detail::cells_where([](Cell) { return true; });
inline constexpr Bitboard THRONE = Bitboard(THRONE_CELL);

/// RINGS[r]: the cells at distance r from the throne.
inline constexpr auto RINGS = [] {
    std::array<Bitboard, RING_COUNT> rings;
    for (std::size_t r = 0; r < rings.size(); ++r)
        rings[r] = detail::cells_where([r](Cell c) { return c.ring() == static_cast<int>(r); });
    return rings;
}();
inline constexpr Bitboard OUTER_RING = RINGS[5];

/// The six directions as differences of index, three lines with both senses of each side by side.
inline constexpr int DIRECTION_COUNT = 6;
inline constexpr std::array<int, DIRECTION_COUNT> OFFSETS = {1, -1, 11, -11, 12, -12};

/// Calls visit.operator()<d>() for each direction d, unrolled: shifts need constant distances.
template<class Visit>
constexpr void for_each_direction(Visit visit) {
    [&]<std::size_t... d>(std::index_sequence<d...>) { (visit.template operator()<d>(), ...); }
    (std::make_index_sequence<DIRECTION_COUNT>{});
}

/// All cells one further in direction d; may leave the board, so intersect with it.
template<std::size_t d, class Cells>
[[nodiscard]] constexpr Cells shift(Cells cells) {
    return cells.template shifted<OFFSETS[d]>();
}

/// A set of cells for every cell; the empty set for Cell::none().
class CellTable {
public:
    [[nodiscard]] constexpr Bitboard operator[](Cell cell) const {
        return table_[static_cast<std::size_t>(cell.index())];
    }
    constexpr Bitboard& operator[](Cell cell) {
        return table_[static_cast<std::size_t>(cell.index())];
    }

private:
    std::array<Bitboard, Cell::NONE + 1> table_{};
};

namespace detail {
/// The neighbour of a cell in direction d, by coordinates: the definition that proves the masks.
constexpr std::optional<Cell> step(Cell from, std::size_t d) {
    constexpr int FILE_STEP[] = {1, -1, 0, 0, 1, -1};
    constexpr int ROW_STEP[] = {0, 0, 1, -1, 1, -1};
    return Cell::at(from.file() + FILE_STEP[d], from.row() + ROW_STEP[d]);
}

template<class Make>
constexpr CellTable table_by_cell(Make make) {
    CellTable table;
    BOARD.for_each([&](Cell c) { table[c] = make(c); });
    return table;
}

/// The neighbours of a cell whose ring differs from the cell's own by one of `differences`.
constexpr Bitboard neighbours_by_ring(Cell from, std::initializer_list<int> differences) {
    Bitboard cells;
    for (std::size_t d = 0; d < DIRECTION_COUNT; ++d)
        if (const auto to = step(from, d))
            for (const int difference : differences)
                if (to->ring() - from.ring() == difference) cells |= Bitboard(*to);
    return cells;
}

constexpr CellTable neighbour_table(std::initializer_list<int> differences) {
    return table_by_cell([&](Cell c) { return neighbours_by_ring(c, differences); });
}
} // namespace detail

inline constexpr CellTable NEIGHBOURS = detail::neighbour_table({-1, 0, 1});
inline constexpr CellTable RING_NEIGHBOURS = detail::neighbour_table({0});
inline constexpr CellTable OUTWARD_NEIGHBOURS = detail::neighbour_table({1});
/// Where a queen may step from a cell, ignoring occupancy: never outward (rules.md 4.1).
inline constexpr CellTable STEPS = detail::neighbour_table({-1, 0});

/// GUARD_MAY_STEP[d]: the cells whose neighbour in direction d exists, lies no further out and is
/// not the throne, which only a queen may enter (rules.md 4.1).
inline constexpr auto GUARD_MAY_STEP = [] {
    std::array<Bitboard, DIRECTION_COUNT> masks;
    for (std::size_t d = 0; d < DIRECTION_COUNT; ++d)
        masks[d] = detail::cells_where([d](Cell c) {
            const auto to = detail::step(c, d);
            return to && to->ring() <= c.ring() && to->ring() > 0;
        });
    return masks;
}();

/// The cells with `pieces` on both cells of one of their three pairs of opposite neighbours
/// (rules.md 4.2, `flank = line`). Shifting the flankers by one each cannot wrap; shifting by two
/// could.
[[nodiscard]] constexpr Bitboard between_on_lines(Bitboard pieces) {
    const auto line = [pieces]<int k>() { return pieces.shifted<k>() & pieces.shifted<-k>(); };
    return (line.template operator()<1>() | line.template operator()<11>() |
            line.template operator()<12>()) &
           BOARD;
}

/// The cells with `pieces` on both their neighbours of the same ring (rules.md 4.2, `flank =
/// ring`).
[[nodiscard]] constexpr Bitboard between_on_rings(Bitboard pieces) {
    Bitboard between;
    BOARD.for_each([&](Cell c) {
        if (const Bitboard pair = RING_NEIGHBOURS[c]; pair.any() && pieces.covers(pair))
            between |= Bitboard(c);
    });
    return between;
}

/// For each cell and each direction around its ring: the next cell, and the one after that.
struct RingWay {
    CellTable next;
    CellTable beyond;
};
inline constexpr auto RING_WAYS = [] {
    std::array<RingWay, 2> ways;
    (BOARD - THRONE).for_each([&](Cell c) {
        Bitboard rest = RING_NEIGHBOURS[c];
        for (RingWay& way : ways) {
            const Cell next = rest.first();
            rest -= Bitboard(next);
            way.next[c] = Bitboard(next);
            way.beyond[c] = RING_NEIGHBOURS[next] - Bitboard(c);
        }
    });
    return ways;
}();

/// between_on_rings(pieces) after one piece went from `from` to `to`, either of which may be none,
/// given what it was `before`. Only the ring neighbours of the two can change.
[[nodiscard]] constexpr Bitboard between_on_rings_after(Bitboard before, Bitboard pieces, Cell from,
                                                        Cell to) {
    before -= RING_NEIGHBOURS[from];
    for (const RingWay& way : RING_WAYS)
        if ((way.beyond[to] & pieces).any()) before |= way.next[to];
    return before;
}

} // namespace agon
