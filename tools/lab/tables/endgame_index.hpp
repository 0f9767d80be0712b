// Numbers for the positions of few pieces that an endgame table is about.
#pragma once

#include "engine/board/bitboard.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace agon::tables {

inline constexpr int MAX_TABLE_GUARDS = 3; ///< of one side

/// How many guards the side to act has, and the other side: 1 to MAX_TABLE_GUARDS each.
struct TableClass {
    int own = 1, other = 1;

    [[nodiscard]] constexpr TableClass swapped() const { return {other, own}; }
    friend constexpr bool operator==(TableClass, TableClass) = default;
};

/// A position without colours, clock and number. Only one piece can be captured: the queen of the
/// side to act, who then stands between two enemies; her cell makes no difference, since she may go
/// anywhere but there.
struct TablePieces {
    Cell own_queen; ///< of the side to act; none when she is captured
    Cell other_queen;
    Bitboard own_guards, other_guards;

    [[nodiscard]] Bitboard own() const {
        return own_queen.is_none() ? own_guards : own_guards | Bitboard(own_queen);
    }
    [[nodiscard]] Bitboard other() const { return other_guards | Bitboard(other_queen); }
};

/// Numbers the positions of a class from 0 to size() - 1. Positions that a symmetry of the board
/// makes equal have one number. Some numbers have no position.
class TableIndex {
public:
    explicit TableIndex(TableClass guards);

    [[nodiscard]] TableClass guards() const { return guards_; }
    [[nodiscard]] std::uint64_t size() const;
    /// Numbers whose difference is this have most pieces in common.
    [[nodiscard]] std::uint64_t row() const { return std::min(own_sets_, other_sets_); }
    /// Precondition: no two pieces share a cell, no guard is on the throne, and their numbers are
    /// those of guards().
    [[nodiscard]] std::uint64_t number(const TablePieces& pieces) const;
    /// The position of a number. Returns nullopt if there is none. Precondition: number < size().
    [[nodiscard]] std::optional<TablePieces> pieces(std::uint64_t number) const;

private:
    TableClass guards_;
    std::uint64_t own_sets_, other_sets_;
};

} // namespace agon::tables
