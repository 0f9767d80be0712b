// Games of the engine against itself, and the positions worth learning from.
#pragma once

#include "engine/game.hpp"
#include "search/fixed_nodes.hpp"

#include <cstdint>
#include <vector>

namespace agon::tune {

inline constexpr int LEAST_RANDOM = 4;

struct PlaySettings {
    std::uint64_t seed = 1;
    int nodes = 400;        ///< of the search of each action of the stronger side, at least 1
    int handicap = 8;       ///< the weaker side has so many times fewer, at least 1
    int most_random = 16;   ///< random actions before the first search, from LEAST_RANDOM to this
    int most_actions = 200; ///< of the game after those; then it is drawn
    int positions = 6;      ///< taken from a game at most
};

struct PlayedGame {
    double white_score = 0.5; ///< 1, 0.5 or 0
    Side stronger{};          ///< who had the full number of nodes
    std::vector<Position> positions;
};

/// Plays the `number`th game from a setup (each in turn) and random actions. Games between equals
/// are nearly all drawn and teach little, so one side, in turn, searches less. A win that a search
/// has proved counts as won; 50 actions without progress are a draw. The positions are a random
/// sample of those that the static evaluation has to judge: nothing is left to place, no forced end
/// is in sight, and the best action captures nothing, since quiescence search resolves captures.
/// Positions with captured pieces to relocate are among them, because quiescence stands pat there.
/// Deterministic: what the searcher did before does not matter. Blocks.
[[nodiscard]] PlayedGame play_game(const RuleSet& rules, const PlaySettings& settings,
                                   std::size_t number, search::FixedNodeSearch& searcher);

} // namespace agon::tune
