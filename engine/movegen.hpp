// The actions that a position offers (rules.md section 3, `placement`; 4.1, 4.3, 4.5, 4.7 and 7).
#pragma once

#include "engine/movelist.hpp"
#include "engine/position.hpp"

namespace agon {

/// Fills `moves` with the legal actions, in an order that depends on the position alone. Empty
/// when the game is decided; a single pass when the side has no other action.
void legal_moves(const RuleSet& rules, const Position& position, MoveList& moves);

/// Fills `moves` with those legal actions that end on one of `targets`, in the order of
/// legal_moves(); a pass is none of them.
void legal_moves_to(const RuleSet& rules, const Position& position, Bitboard targets,
                    MoveList& moves);

/// legal_moves().size(), without the list.
[[nodiscard]] std::size_t count_legal(const RuleSet& rules, const Position& position);

/// Whether there is a legal action other than a pass.
[[nodiscard]] bool any_legal(const RuleSet& rules, const Position& position);

/// Whether `move`, of whatever origin, is in legal_moves().
[[nodiscard]] bool is_legal(const RuleSet& rules, const Position& position, Move move);

/// The cells that the captured piece on `from` may be put on (4.5), or in Bloody Queen where it is
/// exchanged (7.2) or put (7.3); of a guard that has to wait for the queen too. Precondition: it
/// is one of the pieces that this turn has to settle.
[[nodiscard]] Bitboard relocation_targets(const RuleSet& rules, const Position& position,
                                          Cell from);

} // namespace agon
