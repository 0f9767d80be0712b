// Settings that hold for many searches (protocols.md section 1 (Options)).
#pragma once

#include "engine/movelist.hpp"
#include "search/control/level.hpp"
#include "search/control/limits.hpp"
#include "search/score/score.hpp"

#include <cstdint>
#include <optional>

namespace agon::search {

inline constexpr int MAX_MULTI_PV = static_cast<int>(MAX_MOVES);

struct Options {
    int multi_pv = 1;               ///< lines reported, 1 to MAX_MULTI_PV
    Milliseconds move_overhead{10}; ///< kept back for delays outside of the search
    Score contempt = 0;             ///< a draw is worth -contempt to the root's chooser
    std::optional<int> elo;         ///< limited strength (strength.hpp), MIN_ELO to MAX_ELO
    int level = HIGHEST_LEVEL;      ///< strength for people (level.hpp), 1 to HIGHEST_LEVEL
    std::uint64_t level_seed = 0;   ///< of the actions that a level leaves to chance
};

} // namespace agon::search
