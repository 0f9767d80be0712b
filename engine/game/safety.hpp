// Which sides provably cannot lose.
#pragma once

#include "engine/game/seal.hpp"

#include <optional>
#include <vector>

namespace agon {

/// Why a side cannot lose on the board: by its seal, or by a refuge (refuges.hpp).
struct Safety {
    Side side = Side::White;
    std::optional<Seal> seal{}; ///< nullopt: a refuge
};

/// The sides of which a seal or a refuge proves that they cannot lose, white first; either side may
/// be to move. Both: the game is a draw. None if the game is decided, and often where nothing is
/// known.
[[nodiscard]] std::vector<Safety> safe_sides(const RuleSet& rules, const Position& position);

} // namespace agon
