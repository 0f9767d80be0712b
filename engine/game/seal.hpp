// Seals: positions in which a side can step to and fro for ever, and nobody can stop it. Unlike a
// refuge, a seal depends on where the enemies are: pieces never step outward.
// tools/lab/prove/README.md (Seals) has the proof.
#pragma once

#include "engine/game/position.hpp"

#include <optional>

namespace agon {

/// All pieces of a side stand still but one, which steps between two cells of one ring.
struct Seal {
    Cell from; ///< where the moving piece stands
    Cell to;   ///< vacant, beside it on its ring

    friend bool operator==(const Seal&, const Seal&) = default;
};

/// Whether the rules have seals: flanks in straight lines, no step between two enemies, not Bloody
/// Queen, and a repetition is a draw. How pieces are relocated does not matter, because nothing is
/// captured in a seal.
[[nodiscard]] bool has_seals(const RuleSet& rules);

/// A seal of `side`, which then cannot lose; either side may be to move. Returns nullopt if it has
/// none, or the rules have none. Precondition: the game is not decided.
[[nodiscard]] std::optional<Seal> find_seal(const RuleSet& rules, const Position& position,
                                            Side side);

} // namespace agon
