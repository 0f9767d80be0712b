// How a game ends (rules.md 4.7 to 4.9 and 7.5).
#pragma once

#include "engine/game/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

/// Throne: rules.md 4.8 a, b, 4.10 and 7.5 ii. Forfeit: rules.md 4.8 c, d and 7.5 iii. NoGuards:
/// rules.md 4.10 and 7.5 i. Repetition and NoProgress: rules.md 4.9. Ring (a draw)
/// and NoAction: rules.md section 5 (Other readings).
enum class Reason : std::uint8_t {
    Throne,
    Forfeit,
    NoGuards,
    Repetition,
    NoProgress,
    Ring,
    NoAction
};

/// A game that is over: the winner, or nobody for a draw.
struct Outcome {
    std::optional<Side> winner;
    Reason reason;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// A cheap filter: false if the pieces decide nothing, true if decided_by_pieces() must look.
[[nodiscard]] inline bool may_be_decided_by_pieces(const RuleSet& rules, const Position& position) {
    const Bitboard ring = RINGS[1];
    if (position.pieces[0].covers(ring) || position.pieces[1].covers(ring)) return true;
    if (!rules.removes()) return false;
    return position.occupied().contains(THRONE_CELL) || position.guards(Side::White).none() ||
           position.guards(Side::Black).none();
}

/// The end by the pieces: Throne, Forfeit, Ring or NoGuards; nullopt if there is none.
[[nodiscard]] std::optional<Outcome> decided_by_pieces(const RuleSet& rules,
                                                       const Position& position);

[[nodiscard]] inline bool is_decided_by_pieces(const RuleSet& rules, const Position& position) {
    return may_be_decided_by_pieces(rules, position) &&
           decided_by_pieces(rules, position).has_value();
}

/// The end by the board only: by the pieces, or NoAction. Game::outcome() adds what earlier
/// positions decide (rules.md 4.9).
[[nodiscard]] std::optional<Outcome> decided(const RuleSet& rules, const Position& position);

/// A cheap filter, as may_be_decided_by_pieces().
[[nodiscard]] inline bool may_be_decided(const RuleSet& rules, const Position& position) {
    return rules.no_action == NoAction::Loses || may_be_decided_by_pieces(rules, position);
}

[[nodiscard]] inline bool is_decided(const RuleSet& rules, const Position& position) {
    return may_be_decided(rules, position) && decided(rules, position).has_value();
}

/// "none", "white wins (throne)", "draw (repetition)" and so on (protocols.md section 1 (Commands),
/// `d`).
[[nodiscard]] std::string to_text(const std::optional<Outcome>& outcome);

} // namespace agon
