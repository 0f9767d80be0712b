// One action in 16 bits (rules.md section 2): a step, relocation, placement, exchange or pass.
#pragma once

#include "engine/board/cell.hpp"
#include "engine/board/side.hpp"

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

} // namespace agon
