// Games of the engine against itself, and the positions worth learning from.
#pragma once

#include "engine/game.hpp"
#include "search/fixed_nodes.hpp"

#include <cstdint>
#include <vector>

namespace agon::tune {

struct PlaySettings {
    std::uint64_t seed = 1;
    int nodes = 400;        ///< of the search of each action of one side
    int handicap = 8;       ///< the other side has so many times fewer
    int most_random = 16;   ///< random actions before the first search, 4 to so many
    int most_actions = 200; ///< of the game after those; then it is drawn
    int positions = 6;      ///< taken from a game at most
};

struct PlayedGame {
    double white_score = 0.5; ///< 1, 0.5 or 0
    Side stronger{};          ///< who had the full number of nodes
    std::vector<Position> positions;
};

/// Plays the `number`th game from a setup (each in turn) and random actions on. Between equals
/// nearly all games are drawn and teach little, so one side, either in turn, searches less. The
/// game hangs on the arguments alone, not on what the searcher saw before. A win that a search has
/// proved counts as won; 50 actions without progress draw, not 100. Of the positions that a search
/// began with those are taken, by lot, where the search will have to believe the evaluation:
/// nothing is left to place, no forced end is in sight, and the best action captures nothing, since
/// quiescence looks at captures itself. Positions with captured pieces belong to them: quiescence
/// stands there. Blocks.
[[nodiscard]] PlayedGame play_game(const RuleSet& rules, const PlaySettings& settings,
                                   std::size_t number, search::FixedNodeSearch& searcher);

} // namespace agon::tune
