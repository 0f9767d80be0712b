// What a network sees of a position: the rows of its first layer, and the output bucket.
#pragma once

#include "engine/game/legal.hpp"

#include <cstddef>

namespace agon::search::nnue {

/// Eight planes of cells: what a piece is, as bits of a plane's number. THEIRS is black's pieces
/// from white's point of view; black sees the planes of the sides exchanged.
inline constexpr std::size_t CAPTURED = 1, QUEEN = 2, THEIRS = 4;
inline constexpr std::size_t PLANE_COUNT = 8;

/// Two sets of cells, white's and black's, that the same instructions work on.
class Pair {
public:
    Pair(Bitboard white, Bitboard black)
        : low_{white.low(), black.low()}, high_{white.high(), black.high()} {}
    /// Of both sides.
    Pair(Bitboard cells) : Pair(cells, cells) {}

    /// As Bitboard::shifted().
    template<int offset>
    [[nodiscard]] Pair shifted() const {
        Pair moved = *this;
        shift_halves<offset>(moved.low_, moved.high_);
        return moved;
    }
    [[nodiscard]] Bitboard white() const { return {low_[0], high_[0]}; }
    [[nodiscard]] Bitboard black() const { return {low_[1], high_[1]}; }

    friend Pair operator|(Pair a, Pair b) { return {a.low_ | b.low_, a.high_ | b.high_}; }
    friend Pair operator&(Pair a, Pair b) { return {a.low_ & b.low_, a.high_ & b.high_}; }

private:
    using Lanes [[gnu::vector_size(16)]] = std::uint64_t;
    Pair(Lanes low, Lanes high) : low_(low), high_(high) {}
    Lanes low_, high_;
};

/// The pieces that a step of the other side would capture (rules.md 4.4), whoever is to act. None
/// under ring flanks, which no network has learned from.
[[nodiscard]] inline Bitboard threatened(const RuleSet& rules, const Position& p) {
    if (rules.flank == Flank::Ring) return {};
    const auto both = [](auto of_side) { return Pair(of_side(Side::White), of_side(Side::Black)); };
    const Pair guards = both([&](Side side) { return p.guards(side); });
    const Pair own(p.pieces[0], p.pieces[1]);
    Pair landings = both([&](Side side) { return STEPS[p.queens[side]]; });
    for_each_direction([&]<std::size_t d>() { landings = landings | guard_steps<d>(guards); });
    landings = landings & both([&](Side side) { return open_cells(rules, p, side); });
    Pair flanked = Bitboard();
    for_each_direction(
        [&]<std::size_t d>() { flanked = flanked | (shift<d>(landings) & shift<(d ^ 1)>(own)); });
    return ((flanked.white() & p.pieces[1]) | (flanked.black() & p.pieces[0])) - p.captured;
}

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

// Rows: the planes by cell index, reserves by their size from 1 up, the values of the rules, the
// planes of threatened pieces, which are never captured ones.
inline constexpr std::size_t CELL_ROWS = RHOMBUS; ///< of a plane; those off the board are unused
inline constexpr std::size_t RESERVE_ROWS = PLANE_COUNT * CELL_ROWS;
inline constexpr std::size_t RULE_ROWS = RESERVE_ROWS + 2 * GUARDS_A_SIDE;
inline constexpr std::size_t RULE_VALUES = 4; ///< rows of a rule's field
inline constexpr std::size_t THREAT_ROWS = RULE_ROWS + RULE_FIELD_COUNT * RULE_VALUES;
inline constexpr std::size_t THREAT_PLANE_COUNT = PLANE_COUNT / 2;
inline constexpr std::size_t THREAT_ROW_COUNT = THREAT_PLANE_COUNT * CELL_ROWS;
inline constexpr std::size_t ROW_COUNT = THREAT_ROWS + THREAT_ROW_COUNT;

[[nodiscard]] constexpr std::size_t piece_row(std::size_t plane, Cell cell, Side viewer) {
    return (plane ^ index(viewer) * THEIRS) * CELL_ROWS + static_cast<std::size_t>(cell.index());
}
/// What a threatened piece has besides its piece_row(). Precondition: `plane` is not of captured
/// ones.
[[nodiscard]] constexpr std::size_t threat_row(std::size_t plane, Cell cell, Side viewer) {
    return THREAT_ROWS + (plane ^ index(viewer) * THEIRS) / QUEEN * CELL_ROWS +
           static_cast<std::size_t>(cell.index());
}
/// Precondition: 0 < count <= GUARDS_A_SIDE.
[[nodiscard]] constexpr std::size_t reserve_row(Side side, std::size_t count, Side viewer) {
    return RESERVE_ROWS + (side == viewer ? 0 : GUARDS_A_SIDE) + count - 1;
}

/// Calls visit(row) for every value of the rules that bears on play.
template<class Visit>
void for_each_rule_row(const RuleSet& rules, Visit visit) {
    std::size_t row = RULE_ROWS;
    for (const RuleField& field : rule_fields()) {
        if (field.key != "setup") visit(row + field.get(rules));
        row += RULE_VALUES;
    }
}

/// Who has to do what, and who is on the throne.
inline constexpr std::size_t SITUATION_COUNT = 4, BUCKET_COUNT = 3 * SITUATION_COUNT;

/// The output that values a position for its chooser.
[[nodiscard]] inline std::size_t bucket(const RuleSet& rules, const Position& p) {
    const Side us = chooser(rules, p);
    const std::size_t situation = p.placing()             ? 3
                                  : us != p.turn          ? 2
                                  : is_settling(rules, p) ? 1
                                                          : 0;
    const std::size_t throne = p.queens[us] == THRONE_CELL    ? 1
                               : p.queens[~us] == THRONE_CELL ? 2
                                                              : 0;
    return throne * SITUATION_COUNT + situation;
}

} // namespace agon::search::nnue
