// Zobrist keys: XORs of the terms below. apply() updates a key, key_of() computes it from scratch.
#pragma once

#include "engine/game/position.hpp"

#include <array>
#include <cstdint>

namespace agon::zobrist {

/// Steele, Lea, Flood 2014: a bijection whose values at consecutive numbers look random.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

namespace detail {
using CellKeys = std::array<std::uint64_t, RHOMBUS>;
constexpr CellKeys cell_keys(std::uint64_t stream) {
    CellKeys keys{};
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = splitmix64(stream << 32 | i);
    return keys;
}

inline constexpr std::array<CellKeys, 4> PIECES = {cell_keys(1), cell_keys(2), cell_keys(3),
                                                   cell_keys(4)};
inline constexpr CellKeys CAPTURED = cell_keys(5);
} // namespace detail

// The terms of a key. `cell` is on the board; `guards` is the number in reserve, 0 included.
[[nodiscard]] constexpr std::uint64_t piece(Side side, Piece kind, Cell cell) {
    return detail::PIECES[index(side) * 2 + index(kind)][static_cast<std::size_t>(cell.index())];
}

[[nodiscard]] constexpr std::uint64_t captured(Cell cell) {
    return detail::CAPTURED[static_cast<std::size_t>(cell.index())];
}

[[nodiscard]] constexpr std::uint64_t reserve(Side side, int guards) {
    return splitmix64(std::uint64_t{6} << 32 | index(side) << 8 |
                      static_cast<std::uint64_t>(guards));
}

inline constexpr std::uint64_t BLACK_TO_MOVE = splitmix64(std::uint64_t{7} << 32);

/// The term of a rule set. It leaves out `setup`, which does not affect play.
[[nodiscard]] std::uint64_t rules(const RuleSet& rules);

/// The key of a position, computed from its other fields.
[[nodiscard]] std::uint64_t key_of(const RuleSet& rules, const Position& position);

} // namespace agon::zobrist
