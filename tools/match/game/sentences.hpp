// A game in sentences for the people who play it.
#pragma once

#include "engine/game.hpp"

#include <string>

namespace agon::match {

/// Whose turn it is, who chooses where that is the other side, and what is to be done: "White's
/// turn.", "White's turn, but black chooses: white's captured queen on f3 has to be put elsewhere."
/// Precondition: the game is not over.
[[nodiscard]] std::string turn_sentence(const Game& game);

/// "White played a1b2 and captured the queen on c3." Precondition: there is a last action.
[[nodiscard]] std::string last_action_sentence(const Game& game);

/// "White wins: the queen is on the throne and the guards are around it."
[[nodiscard]] std::string end_sentence(const Game& game, const Outcome& outcome);

/// "White" or "Black".
[[nodiscard]] std::string capital_name(Side side);

} // namespace agon::match
