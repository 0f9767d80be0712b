// What a network sees of the pieces of a position.
#pragma once

#include "search/nnue/threats.hpp"

#include <cstddef>
#include <cstdint>

namespace agon::search::nnue {

/// Eight planes of cells: what a piece is, as bits of a plane's number. THEIRS is black's pieces
/// from white's point of view; black sees the planes of the sides exchanged.
inline constexpr std::size_t CAPTURED = 1, QUEEN = 2, THEIRS = 4;
inline constexpr std::size_t PLANE_COUNT = 8;

/// The part of a position that a network sees.
struct Pieces {
    PerSide<Bitboard> of_side;
    Bitboard captured;
    Bitboard queens;
    Bitboard threatened;             ///< by the other side
    PerSide<std::uint8_t> reserve{}; ///< by side

    Pieces() = default;
    Pieces(const RuleSet& rules, const Position& p)
        : of_side(p.pieces), captured(p.captured),
          queens(p.queen(Side::White) | p.queen(Side::Black)),
          threatened(nnue::threatened(rules, p)), reserve(p.reserve) {}

    [[nodiscard]] Bitboard occupied() const { return of_side[0] | of_side[1]; }
    /// Of the piece on an occupied cell, from white's point of view.
    [[nodiscard]] std::size_t plane(Cell cell) const {
        return (of_side[1].contains(cell) ? THEIRS : 0) | (queens.contains(cell) ? QUEEN : 0) |
               (captured.contains(cell) ? CAPTURED : 0);
    }
    /// The cells whose pieces differ.
    [[nodiscard]] Bitboard difference(const Pieces& other) const {
        return (of_side[0] ^ other.of_side[0]) | (of_side[1] ^ other.of_side[1]) |
               (captured ^ other.captured) | (queens ^ other.queens);
    }
};

} // namespace agon::search::nnue
