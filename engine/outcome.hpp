// How a game ends (rules.md 4.8, 4.9 and 7.5).
#pragma once

#include "engine/position.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace agon {

/// Throne: 4.8 a, b, 7.5 ii. Forfeit: 4.8 c, d, 7.5 iii. NoGuards: 7.5 i. The others draw: 4.9.
enum class Reason : std::uint8_t { Throne, Forfeit, NoGuards, Repetition, NoProgress };

/// A game that is over: the winner, or nobody for a draw.
struct Outcome {
    std::optional<Side> winner;
    Reason reason;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// False for nearly every position, by a few intersections; true means that decided() must look.
[[nodiscard]] inline bool may_be_decided(const RuleSet& rules, const Position& position) {
    const Bitboard ring = RINGS[1];
    if (position.pieces[0].covers(ring) || position.pieces[1].covers(ring)) return true;
    if (!rules.bloody()) return false;
    return position.occupied().contains(THRONE_CELL) || position.guards(Side::White).none() ||
           position.guards(Side::Black).none();
}

/// The end by the rules of the board alone, draws apart: Throne, Forfeit or NoGuards, or nothing.
[[nodiscard]] std::optional<Outcome> decided(const RuleSet& rules, const Position& position);

[[nodiscard]] inline bool is_decided(const RuleSet& rules, const Position& position) {
    return may_be_decided(rules, position) && decided(rules, position).has_value();
}

/// "none", "white wins (throne)", "draw (repetition)" and so on (protocols.md section 1, `d`).
[[nodiscard]] std::string to_text(const std::optional<Outcome>& outcome);

} // namespace agon
