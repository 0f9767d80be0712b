// Counting two plies at once: the replies to every action of a position.
#pragma once

#include "engine/game/position.hpp"

#include <cstdint>

namespace agon {

/// perft(2) of a position: the sum of count_legal() over the positions after its legal actions.
///
/// Most actions are steps that capture nothing and leave the other side's pieces where they were.
/// The cells that these can reach are computed once; the replies to a step are those among them
/// that it leaves open. All other actions go through apply() and count_legal().
[[nodiscard]] std::uint64_t count_replies(const RuleSet& rules, const Position& position);

} // namespace agon
