// A set of cells in 128 bits, bit = Cell::index().
#pragma once

#include "engine/board/cell.hpp"

#include <bit>
#include <cassert>
#include <cstdint>

namespace agon {

/// Adds `offset` to every index of a set whose bits 0 to 63 are `low` and the others `high`; both
/// may be vectors.
template<int offset, class Half>
constexpr void shift_halves(Half& low, Half& high) {
    static_assert(offset != 0 && -64 < offset && offset < 64);
    // Sums of disjoint bits: GCC compiles a union to SHLD, which is slow on AMD.
    if constexpr (offset > 0) {
        high = (high << offset) + (low >> (64 - offset));
        low <<= offset;
    } else {
        low = (low >> -offset) + (high << (64 + offset));
        high >>= -offset;
    }
}

/// A set of cells. Shifts may leave bits outside the board, and the set of Cell::none() is such a
/// bit: intersect with BOARD (geometry.hpp) before such a set is counted or walked.
class Bitboard {
public:
    constexpr Bitboard() = default;
    /// Bits 0 to 63, and those from 64 on.
    constexpr Bitboard(std::uint64_t low, std::uint64_t high) : bits_(Bits{high} << 64 | low) {}
    constexpr explicit Bitboard(Cell cell)
        : Bitboard(std::uint64_t{cell.index() < 64} << (cell.index() & 63),
                   std::uint64_t{cell.index() >= 64} << (cell.index() & 63)) {}

    [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
    [[nodiscard]] constexpr bool none() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool contains(Cell cell) const {
        return ((cell.index() < 64 ? low() : high()) >> (cell.index() & 63) & 1) != 0;
    }
    /// Whether all of `other` is in this set.
    [[nodiscard]] constexpr bool covers(Bitboard other) const { return (other - *this).none(); }
    [[nodiscard]] constexpr int count() const {
#if defined(__POPCNT__) || defined(__wasm__)
        return std::popcount(low()) + std::popcount(high());
#else
        // Without the instruction std::popcount is a call and a table; both words in one tree of
        // sums, whose bytes hold at most 16, are several times faster.
        constexpr auto sums_of_eight = [](std::uint64_t x) {
            x -= x >> 1 & 0x5555555555555555;
            x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
            return (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
        };
        return static_cast<int>(
            (sums_of_eight(low()) + sums_of_eight(high())) * 0x0101010101010101 >> 56);
#endif
    }

    /// The cell with the lowest index; the set must not be empty.
    [[nodiscard]] constexpr Cell first() const {
        assert(any());
        return Cell::from_index(low() != 0 ? std::countr_zero(low())
                                           : 64 + std::countr_zero(high()));
    }

    /// Calls visit(Cell) in order of index: row by row upward, within a row by file.
    template<class Visit>
    constexpr void for_each(Visit visit) const {
        for (std::uint64_t word = low(); word != 0; word &= word - 1)
            visit(Cell::from_index(std::countr_zero(word)));
        for (std::uint64_t word = high(); word != 0; word &= word - 1)
            visit(Cell::from_index(64 + std::countr_zero(word)));
    }

    /// Adds `offset` to every index; a negative offset subtracts.
    template<int offset>
    [[nodiscard]] constexpr Bitboard shifted() const {
        std::uint64_t low = this->low(), high = this->high();
        shift_halves<offset>(low, high);
        return {low, high};
    }

    [[nodiscard]] constexpr std::uint64_t low() const { return static_cast<std::uint64_t>(bits_); }
    [[nodiscard]] constexpr std::uint64_t high() const {
        return static_cast<std::uint64_t>(bits_ >> 64);
    }

    constexpr Bitboard& operator|=(Bitboard other) { return bits_ |= other.bits_, *this; }
    constexpr Bitboard& operator&=(Bitboard other) { return bits_ &= other.bits_, *this; }
    constexpr Bitboard& operator^=(Bitboard other) { return bits_ ^= other.bits_, *this; }
    /// Set difference.
    constexpr Bitboard& operator-=(Bitboard other) { return bits_ &= ~other.bits_, *this; }

    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return a |= b; }
    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return a &= b; }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return a ^= b; }
    friend constexpr Bitboard operator-(Bitboard a, Bitboard b) { return a -= b; }
    friend constexpr bool operator==(Bitboard, Bitboard) = default;

private:
    __extension__ using Bits = unsigned __int128;
    constexpr explicit Bitboard(Bits bits) : bits_(bits) {}
    Bits bits_ = 0;
};

} // namespace agon
