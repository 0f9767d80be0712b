// Rings of cells without Cell::ring()'s divisions, for what is done at every node.
#pragma once

#include "engine/geometry.hpp"

#include <algorithm>
#include <array>

namespace agon::search {

/// Something for every cell, from something for every ring; zero for Cell::none().
template<class Value>
class ByRing {
public:
    constexpr explicit ByRing(const std::array<Value, RING_COUNT>& values) {
        BOARD.for_each([&](Cell c) { place(c) = values[static_cast<std::size_t>(c.ring())]; });
    }
    constexpr Value operator[](Cell c) const { return table_[static_cast<std::size_t>(c.index())]; }

private:
    constexpr Value& place(Cell c) { return table_[static_cast<std::size_t>(c.index())]; }
    std::array<Value, Cell::NONE + 1> table_{};
};

inline constexpr ByRing<int> RING_OF({0, 1, 2, 3, 4, 5});

/// The most that capturing one of `victims` can win: the further in a victim had come, the further
/// it is thrown back.
[[nodiscard]] inline int rings_thrown_back(Bitboard victims) {
    int rings = 0;
    victims.for_each([&](Cell c) { rings = std::max(rings, 5 - RING_OF[c]); });
    return rings;
}

} // namespace agon::search
