#include "engine/game/random_play.hpp"

#include "engine/game/movegen.hpp"

namespace agon {

Move random_move(const Game& game, std::mt19937_64& random) {
    MoveList moves;
    legal_moves(game.rules(), game.position(), moves);
    // Not a standard distribution: its results differ between libraries.
    return moves[random() % moves.size()];
}

void play_random(Game& game, int actions, std::mt19937_64& random) {
    while (actions > 0 && !game.outcome()) {
        if (!game.position().placing()) --actions;
        game.play(random_move(game, random));
    }
}

} // namespace agon
