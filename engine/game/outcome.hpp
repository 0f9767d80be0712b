// How a game ends (rules.md 4.7 to 4.9 and 7.5).
#pragma once

#include "engine/game/position.hpp"

#include <cstdint>
#include <optional>
#include <string>

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

/// A cheap filter: false when the pieces decide nothing, true when decided_by_pieces() has to look.
[[nodiscard]] inline bool may_be_decided_by_pieces(const RuleSet& rules, const Position& position) {
    const Bitboard ring = RINGS[1];
    if (position.pieces[0].covers(ring) || position.pieces[1].covers(ring)) return true;
    if (!rules.removes()) return false;
    return position.occupied().contains(THRONE_CELL) || position.guards(Side::White).none() ||
           position.guards(Side::Black).none();
}

/// The end by the pieces: Throne, Forfeit, Ring or NoGuards, or nothing.
[[nodiscard]] std::optional<Outcome> decided_by_pieces(const RuleSet& rules,
                                                       const Position& position);

[[nodiscard]] inline bool is_decided_by_pieces(const RuleSet& rules, const Position& position) {
    return may_be_decided_by_pieces(rules, position) &&
           decided_by_pieces(rules, position).has_value();
}

/// The end by the board alone: by the pieces, or NoAction. What the game before decides (rules.md
/// 4.9) is in Game::outcome().
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

/// Which sets of positions the rules have that a side cannot be driven out of, so that it does not
/// lose (bench/solved.md). None outside `flank = ring, effect = relocate`, nor where a repetition
/// or having no action loses. tools/prove/README.md has the proofs.
struct Refuges {
    bool throne = false; ///< the own queen on the throne
    bool gap = false;    ///< S: two pieces on ring 1, side by side, or with a cell between them
                         ///< that no enemy is on
    bool pair = false;   ///< S6: queen and guard side by side on ring 1, the others outside
};

[[nodiscard]] Refuges refuges_of(const RuleSet& rules);

/// Whether `side` is in one of the refuges; any side may be to move. Precondition: the game is not
/// decided.
[[nodiscard]] bool is_safe(const Refuges& refuges, const Position& position, Side side);

} // namespace agon
