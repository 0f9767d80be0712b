// Games of the engine against itself, from unequal openings.
#pragma once

#include "search/engine.hpp"
#include "search/fixed_node_search.hpp"
#include "search/nnue/network.hpp"
#include "tools/lab/train/game_file.hpp"

#include <cstdint>
#include <span>

namespace agon::train {

struct PlaySettings {
    std::uint64_t seed = 1;
    std::uint64_t series = 0;   ///< of series_of(), for the records
    std::uint64_t nodes = 5000; ///< of each search; the iteration is finished
    int random_in = 0;          ///< one action in N is random; 0 for none
    int even_in = 8;            ///< one opening in N may be equal; 0 for none
    int max_actions = 300;      ///< a game of this length is drawn
};

/// Identifies a build of this program: a hash of a few searches and of how games are made. Takes
/// milliseconds.
[[nodiscard]] std::uint64_t search_of(const RuleSet& rules, const search::nnue::Network* network);

/// Identifies a series of games: a hash of the settings, the rules in turn, the network (null for
/// the built-in ones) and search_of(). Games of the same series and number are equal.
[[nodiscard]] std::uint64_t series_of(const PlaySettings& settings, std::span<const RuleSet> rules,
                                      const search::nnue::Network* network);

/// The opening of the `number`th game of the series: random actions from a setup, then quick
/// searches for both sides until one of them has an advantage. From equal openings most
/// games are drawn and teach little. Deterministic: earlier searches do not matter.
/// Blocks for a fraction of a second.
[[nodiscard]] Game find_opening(const RuleSet& rules, const PlaySettings& settings,
                                std::uint64_t number, search::FixedNodeSearch& searcher);

/// Plays the `number`th game of the series, from its opening to its end; one that only shuffles is
/// drawn. Deterministic; blocks like find_opening().
[[nodiscard]] RecordedGame play_game(Game opening, const PlaySettings& settings,
                                     std::uint64_t number, search::FixedNodeSearch& searcher);

} // namespace agon::train
