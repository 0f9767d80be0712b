// Sets of positions that a side cannot be driven out of under ring flanks; README.md has the
// proofs.
#pragma once

#include "engine/position.hpp"

namespace agon::prove {

/// Which of the sets the rules make safe. None of them outside `flank = ring, effect = relocate`.
struct Refuges {
    bool throne = false; ///< the own queen on the throne
    bool gap = false;    ///< S: two pieces on ring 1, side by side, or with a cell between them
                         ///< that no enemy is on
    bool pair = false;   ///< S6: queen and guard side by side on ring 1, the others outside
};

[[nodiscard]] Refuges refuges_of(const RuleSet& rules, bool throne_alone = false);

/// Whether `side` is in one of the refuges; any side may be to move.
[[nodiscard]] bool is_safe(const Refuges& refuges, const Position& position, Side side);

/// About how many actions `side` needs into a refuge if nobody disturbs it, 0 when it is there;
/// NEVER when it can do so only after a capture. A guide for a search, not a bound.
[[nodiscard]] int actions_to_safety(const RuleSet& rules, const Refuges& refuges,
                                    const Position& position, Side side);

inline constexpr int NEVER = 100;

} // namespace agon::prove
