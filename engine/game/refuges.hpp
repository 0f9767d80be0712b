// Where a side cannot lose: positions in which it can stay for ever.
#pragma once

#include "engine/game/position.hpp"

namespace agon {

/// The refuges that the rules have: sets of positions in which a side can stay for ever, so that it
/// does not lose (bench/solved.md). There are none unless `flank = ring`, `effect = relocate`,
/// `repetition = draw` and `no_action = pass`. tools/lab/prove/README.md has the proofs.
struct Refuges {
    bool throne = false; ///< its own queen on the throne
    bool gap = false;    ///< S: two uncaptured pieces on ring 1, side by side or around a cell
                         ///< without an enemy
    bool pair = false;   ///< S6: queen and guard, both uncaptured, side by side on ring 1, the
                         ///< others on ring 5, at most one of them on ring 4
    bool guards = false; ///< S2: two uncaptured guards side by side on ring 1, the other four on
                         ///< ring 5, at most one of them on ring 4, and those on ring 5 not all in
                         ///< one row
};

[[nodiscard]] Refuges refuges_of(const RuleSet& rules);

/// Whether `side` is in one of the refuges; either side may be to move. Precondition: the game is
/// not decided.
[[nodiscard]] bool is_safe(const Refuges& refuges, const Position& position, Side side);

} // namespace agon
