// One action in 16 bits (rules.md section 2): a step, relocation, placement, exchange or pass.
#pragma once

#include "engine/board/cell.hpp"
#include "engine/board/side.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace agon {

/// An action as a pair of cells. A placement has no `from`, a pass has neither cell, and Move{} is
/// no action. The position says whether a pair is a step or, if the piece on `from` is captured, a
/// relocation or an exchange.
class Move {
public:
    constexpr Move() = default;
    constexpr Move(Cell from, Cell to)
        : bits_(static_cast<std::uint16_t>(from.index() << 7 | to.index())) {}

    [[nodiscard]] static constexpr Move placement(Cell to) { return Move(Cell::none(), to); }
    [[nodiscard]] static constexpr Move pass() { return Move(Cell::none(), Cell::none()); }
    /// The inverse of raw(), for tables that pack moves. Precondition: `bits` are those of a move.
    [[nodiscard]] static constexpr Move from_raw(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    [[nodiscard]] constexpr Cell from() const { return Cell::from_index(bits_ >> 7); }
    [[nodiscard]] constexpr Cell to() const { return Cell::from_index(bits_ & 127); }
    [[nodiscard]] constexpr bool is_none() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool is_pass() const { return *this == pass(); }
    [[nodiscard]] constexpr bool is_placement() const { return from().is_none() && !is_pass(); }
    [[nodiscard]] constexpr std::uint16_t raw() const { return bits_; }

    friend constexpr bool operator==(Move, Move) = default;

private:
    std::uint16_t bits_ = 0; ///< 7 bits from, 7 bits to; a1a1, which no rule allows, is no action
};

static_assert(sizeof(Move) == 2 && Move().is_none() && !Move::pass().is_none());
static_assert(Move::placement(THRONE_CELL).is_placement() && !Move::pass().is_placement());

// A list of actions without allocation.

/// The most actions a position can offer. Placements and a captured queen: fewer than 91. Steps: at
/// most 7 x 6. Captured guards: at most 6, each with at most the 30 cells of one ring.
inline constexpr std::size_t MAX_MOVES = GUARDS_A_SIDE * 30;

/// Precondition of push_back(): size() < MAX_MOVES, which holds for any position's legal actions.
class MoveList {
public:
    constexpr void push_back(Move move) {
        assert(size_ < MAX_MOVES);
        moves_[size_++] = move;
    }
    constexpr void clear() { size_ = 0; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr Move operator[](std::size_t i) const {
        assert(i < size_);
        return moves_[i];
    }
    [[nodiscard]] constexpr const Move* begin() const { return moves_.data(); }
    [[nodiscard]] constexpr const Move* end() const { return moves_.data() + size_; }
    [[nodiscard]] constexpr Move* begin() { return moves_.data(); }
    [[nodiscard]] constexpr Move* end() { return moves_.data() + size_; }

private:
    std::array<Move, MAX_MOVES> moves_;
    std::size_t size_ = 0;
};

} // namespace agon
