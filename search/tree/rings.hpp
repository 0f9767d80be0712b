// Rings of cells by table: Cell::ring() divides, which is slow for what is done at every node.
#pragma once

#include "engine/geometry.hpp"

#include <algorithm>
#include <array>

namespace agon::search {

namespace detail {
inline constexpr auto RING_TABLE = [] {
    std::array<int, Cell::NONE + 1> table{};
    BOARD.for_each([&](Cell c) { table[static_cast<std::size_t>(c.index())] = c.ring(); });
    return table;
}();
} // namespace detail

/// 0 for the throne to 5; 0 for Cell::none() too.
[[nodiscard]] constexpr int ring_of(Cell cell) {
    return detail::RING_TABLE[static_cast<std::size_t>(cell.index())];
}

/// The most rings that the capture of one of `victims` can throw back: a victim further in loses
/// more.
[[nodiscard]] inline int rings_thrown_back(Bitboard victims) {
    int rings = 0;
    victims.for_each([&](Cell c) { rings = std::max(rings, 5 - ring_of(c)); });
    return rings;
}

} // namespace agon::search
