// Where a strategy may lead: into a refuge, or the queen to the throne; README.md has the proofs.
#pragma once

#include "engine/game/position.hpp"
#include "engine/game/refuges.hpp"

namespace agon::prove {

struct Goals : Refuges {
    bool fortress = false; ///< in_fortress()
    bool seal = false;     ///< find_seal(), where captured pieces are relocated
    /// The throne only has to be reached: it is no refuge, because under line flanks a queen can be
    /// captured there.
    bool arrival = false;

    [[nodiscard]] bool any() const { return throne || fortress || seal; }
};

/// The refuges under these rules; with `throne_only` only the throne, and under rules with
/// `effect = relocate`, `repetition = draw` and `no_action = pass` but line flanks its arrival.
[[nodiscard]] Goals goals_of(const RuleSet& rules, bool throne_only);

/// Whether `side` is in one of the refuges, or its queen has arrived; either side may be to move.
/// Precondition: the game is not decided.
[[nodiscard]] bool is_safe(const RuleSet& rules, const Goals& goals, const Position& position,
                           Side side);

} // namespace agon::prove
