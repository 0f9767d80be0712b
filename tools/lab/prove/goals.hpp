// The refuges into which a strategy may lead; README.md has the proofs.
#pragma once

#include "engine/game/position.hpp"
#include "engine/game/refuges.hpp"

namespace agon::prove {

struct Goals : Refuges {
    bool fortress = false; ///< in_fortress()

    [[nodiscard]] bool any() const { return throne || fortress; }
};

/// The refuges under these rules; with `throne_only` only the throne.
[[nodiscard]] Goals goals_of(const RuleSet& rules, bool throne_only);

/// Whether `side` is in one of the refuges; either side may be to move. Precondition: the game is
/// not decided.
[[nodiscard]] bool is_safe(const Goals& goals, const Position& position, Side side);

} // namespace agon::prove
