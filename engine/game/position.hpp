// A position of the game (rules.md section 8): a value of 112 bytes. Undoing restores a copy.
#pragma once

#include "engine/board/bitboard.hpp"
#include "engine/board/geometry.hpp"
#include "engine/board/side.hpp"
#include "engine/rules/rules.hpp"

#include <cstdint>

namespace agon {

/// What a position text says, and two fields derived from it under the rules of the game
/// (`between`, `key`). parse_position() makes it and apply() changes it; both keep these
/// invariants:
///  - each side has exactly one queen on the board, and she is in `pieces`;
///  - guards on the board and in reserve are six a side, at most six if guards can be removed;
///  - no guard stands on the throne, and every captured cell holds a piece;
///  - nothing is captured while guards are in reserve.
struct Position {
    PerSide<Bitboard> pieces;        ///< by side: its pieces on the board, queen included
    PerSide<Bitboard> between;       ///< by side: cells between two of its pieces (rules.md 4.2)
    Bitboard captured;               ///< captured pieces of either side that wait to be settled
    PerSide<Cell> queens;            ///< by side
    PerSide<std::uint8_t> reserve{}; ///< guards still to place, 0 to 6
    Side turn = Side::White;         ///< whose turn it is, which need not be the chooser
    std::uint32_t clock = 0;         ///< actions in a row without progress, 0..MAX_COUNTER
    std::uint32_t number = 1;        ///< from 1, +1 after each of black's turns, to MAX_COUNTER
    std::uint64_t key = 0;           ///< Zobrist hash of board, turn, captured, reserve and rules

    /// The pieces of the side whose turn it is, which need not be the chooser's.
    [[nodiscard]] Bitboard own() const { return pieces[turn]; }
    [[nodiscard]] Bitboard queen(Side side) const { return Bitboard(queens[side]); }
    [[nodiscard]] Bitboard guards(Side side) const { return pieces[side] - queen(side); }
    [[nodiscard]] Bitboard occupied() const { return pieces[0] | pieces[1]; }
    [[nodiscard]] Bitboard vacant() const { return BOARD - occupied(); }
    /// Whether a side has guards in reserve: then there are only placements (rules.md section 3).
    [[nodiscard]] bool placing() const { return (reserve[0] | reserve[1]) != 0; }

    friend bool operator==(const Position&, const Position&) = default;
};

inline constexpr std::uint32_t MAX_COUNTER = 0x7fffffff; ///< clock and number stop here

/// The position with the colours exchanged (turn included) and the board rotated by 180 degrees;
/// clock and number stay the same.
[[nodiscard]] Position flipped(const RuleSet& rules, const Position& position);

} // namespace agon
