// The pieces that the next step could capture.
#pragma once

#include "engine/game/steps.hpp"

#include <cstddef>
#include <cstdint>

namespace agon::search::nnue {

/// Two sets of cells, white's and black's, that the same instructions work on.
class Pair {
public:
    Pair(Bitboard white, Bitboard black)
        : low_{white.low(), black.low()}, high_{white.high(), black.high()} {}
    /// The same cells for both sides.
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

/// The pieces that a step of the other side would capture (rules.md 4.4), even if that side is not
/// to act. Empty under ring flanks, on which no network was trained.
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

} // namespace agon::search::nnue
