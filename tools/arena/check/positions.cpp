#include "tools/arena/check/positions.hpp"

#include "engine/game/game.hpp"
#include "engine/game/random_play.hpp"
#include "engine/notation/notation.hpp"

#include <random>

namespace agon::arena {
namespace {

constexpr int GAMES = 1000;
constexpr int APART = 5; ///< actions between two positions from one game

} // namespace

Position win_in_one(const MatchRules& rules) {
    return parse_position(rules.rules, "g1g2q/7/7g/9/4GG3g/4GQG4/g4G4/3G5/g7/7/6 w - - 0 1");
}

std::vector<Position> positions_with_captives(const MatchRules& rules, std::size_t count) {
    std::vector<Position> positions;
    std::mt19937_64 random(1);
    for (int i = 0; i < GAMES && positions.size() < count; ++i) {
        Game game(rules.rules, rules.start(), rules.limits);
        for (int since = 0; !game.outcome() && positions.size() < count; ++since) {
            if (since >= APART && game.position().captured.any()) {
                positions.push_back(game.position());
                since = 0;
            }
            game.play(random_move(game, random));
        }
    }
    return positions;
}

} // namespace agon::arena
