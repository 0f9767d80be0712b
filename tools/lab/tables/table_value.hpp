// Who wins an endgame, and in how many actions.
#pragma once

#include <cstdint>

namespace agon::tables {

/// The value of a position in a byte.
using TableCode = std::uint8_t;
inline constexpr TableCode TABLE_DRAW = 0;
inline constexpr TableCode NO_POSITION = 255; ///< for a number without a position
inline constexpr int LONGEST_TABLE_WIN = 62;  ///< in actions of both sides

/// The result of perfect play, ignoring repetitions and lack of progress (rules.md 4.9).
struct TableValue {
    int winner = 0; ///< 1 the side whose turn it is, -1 the other side, 0 nobody
    int plies = 0;  ///< actions of both sides until the game is won; 0 for a draw

    [[nodiscard]] static constexpr TableValue of(TableCode code) {
        if (code == TABLE_DRAW) return {};
        return {code % 2 == 1 ? 1 : -1, (code - 1) / 2};
    }
    /// Precondition: plies <= LONGEST_TABLE_WIN.
    [[nodiscard]] constexpr TableCode code() const {
        if (winner == 0) return TABLE_DRAW;
        return static_cast<TableCode>(2 * plies + (winner > 0 ? 1 : 2));
    }
    /// The value of the position before, if the side to act there chose to come here.
    [[nodiscard]] constexpr TableValue one_action_before() const {
        return winner == 0 ? TableValue{} : TableValue{-winner, plies + 1};
    }
    /// Whether the side whose turn it is prefers this to `other`: a win over a draw over a
    /// loss, then the shorter win and the longer loss.
    [[nodiscard]] constexpr bool better_than(const TableValue& other) const {
        if (winner != other.winner) return winner > other.winner;
        return winner > 0 ? plies < other.plies : plies > other.plies;
    }
    friend constexpr bool operator==(const TableValue&, const TableValue&) = default;
};

} // namespace agon::tables
