// The actions that a position offers (legal.hpp): listed, counted, and two plies of them counted at
// once.
#pragma once

#include "engine/game/legal.hpp"

#include <cstdint>

namespace agon {

/// Fills `moves` with the legal actions, in an order that depends on the position alone. None when
/// the game is decided; the pass alone when there is no other action.
void legal_moves(const RuleSet& rules, const Position& position, MoveList& moves);

/// The same for actions that end on one of `targets`; a pass is never among them.
void legal_moves_to(const RuleSet& rules, const Position& position, Bitboard targets,
                    MoveList& moves);

/// legal_moves().size(), without the list.
[[nodiscard]] std::size_t count_legal(const RuleSet& rules, const Position& position);

// Counting two plies at once: the replies to every action of a position.

/// perft(2) of a position: the sum of count_legal() over the positions after its legal actions.
///
/// Most actions are steps that capture nothing and leave the other side's pieces where they were.
/// The cells that these can reach are computed once; the replies to a step are those among them
/// that it leaves open. All other actions go through apply() and count_legal().
[[nodiscard]] std::uint64_t count_replies(const RuleSet& rules, const Position& position);

} // namespace agon
