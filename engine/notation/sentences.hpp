// A game in sentences for the people who play it.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/safety.hpp"

#include <string>

namespace agon {

/// Whose turn it is, who chooses if that is the other side, and what must be done: "White's turn.",
/// "White's turn, but black chooses: white's captured queen on f3 must be relocated." Precondition:
/// the game is not over.
[[nodiscard]] std::string turn_sentence(const Game& game);

/// "White played a1b2 and captured the queen on c3." Precondition: there is a last action.
[[nodiscard]] std::string last_action_sentence(const Game& game);

/// "White wins: the queen is on the throne and the guards are around it."
[[nodiscard]] std::string end_sentence(const Game& game, const Outcome& outcome);

/// "White cannot lose from here, because its guard on d4 can step to d5 and back for ever."
[[nodiscard]] std::string safety_sentence(const Position& position, const Safety& safety);

/// "queen on c3", "guard on d4" or "guards on d4, e5", joined by "and".
[[nodiscard]] std::string pieces_text(const Position& position, Bitboard pieces);

/// "White" or "Black".
[[nodiscard]] std::string capital_name(Side side);

} // namespace agon
