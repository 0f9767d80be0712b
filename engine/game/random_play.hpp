// Random actions: openings, and positions for tests of an engine. The same for the same generator
// on every machine.
#pragma once

#include "engine/game/game.hpp"

#include <random>

namespace agon {

/// One of the legal actions. Precondition: the position is not decided.
[[nodiscard]] Move random_move(const Game& game, std::mt19937_64& random);

/// Plays random actions until `actions` of them were not placements, or the game ends.
void play_random(Game& game, int actions, std::mt19937_64& random);

} // namespace agon
