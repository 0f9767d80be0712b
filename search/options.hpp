// Settings for many searches (protocols.md section 1 (Options)).
#pragma once

#include "engine/game/move_list.hpp"
#include "search/levels.hpp"
#include "search/limits.hpp"
#include "search/score/score.hpp"

#include <cstdint>
#include <optional>

namespace agon::search {

inline constexpr int MAX_MULTI_PV = static_cast<int>(MAX_MOVES);

struct Options {
    int multi_pv = 1;               ///< lines reported, 1 to MAX_MULTI_PV
    Milliseconds move_overhead{10}; ///< reserved for delays outside the search
    Score contempt = 0;             ///< a draw is worth -contempt to the root's chooser
    std::optional<int> elo;         ///< limited strength, MIN_ELO to MAX_ELO; `level` is ignored
    int level = HIGHEST_LEVEL;      ///< level for people, 1 to HIGHEST_LEVEL
    std::uint64_t level_seed = 0;   ///< seed for a level's random actions
};

} // namespace agon::search
