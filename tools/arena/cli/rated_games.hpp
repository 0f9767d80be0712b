// The games of files as results for a rating list (arena.md, Rating list).
#pragma once

#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/stats/rated_results.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace agon::arena {

struct RatedGames {
    std::vector<std::string> names;                  ///< of the players, by number
    RatedResults results;                            ///< of those numbers
    std::vector<std::array<std::uint64_t, 3>> games; ///< by player: lost, drawn, won
    std::uint64_t unfinished = 0;                    ///< games left out: without a result
    std::uint64_t unknown = 0;                       ///< of a player called "?"
    std::uint64_t against_itself = 0;
    std::vector<std::string> warnings; ///< about games that are in two files
};

/// Journals, and files in any format of read_games(); a journal is read a line at a time. Rules may
/// differ from game to game. A game with the same players, opening, actions and result as one of an
/// earlier file counts once; one without actions cannot be recognised and always counts. Two games
/// of one file form a pair if they are all that the players had in one round and from one position
/// (in a journal, in one encounter), with colours swapped.
/// Blocks on reading. Throws Error naming the file.
[[nodiscard]] RatedGames read_rated_games(const std::vector<std::string>& files,
                                          const DefaultRules& rules);

} // namespace agon::arena
