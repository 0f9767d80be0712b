// The actions that a position offers (legal.hpp), listed or counted.
#pragma once

#include "engine/game/move_list.hpp"
#include "engine/game/position.hpp"

#include <cstddef>

namespace agon {

/// Fills `moves` with the legal actions, in an order that depends only on the position. None if the
/// game is decided; only the pass if there is no other action.
void legal_moves(const RuleSet& rules, const Position& position, MoveList& moves);

/// The same for actions that end on one of `targets`; a pass is never among them.
void legal_moves_to(const RuleSet& rules, const Position& position, Bitboard targets,
                    MoveList& moves);

/// legal_moves().size(), without the list.
[[nodiscard]] std::size_t count_legal(const RuleSet& rules, const Position& position);

/// Whether there is a legal action other than a pass.
[[nodiscard]] bool any_legal(const RuleSet& rules, const Position& position);

/// Whether a pass is the only legal action (rules.md 4.7).
[[nodiscard]] bool must_pass(const RuleSet& rules, const Position& position);

} // namespace agon
