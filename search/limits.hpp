// The limits of one search (protocols.md section 1 (go)).
#pragma once

#include "engine/board/side.hpp"
#include "engine/game/move.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace agon::search {

using Milliseconds = std::chrono::milliseconds;

/// 31 years. Much more would overflow time points.
inline constexpr Milliseconds LONGEST_TIME{1'000'000'000'000};

/// A search ends at the first limit it reaches, or at MAX_PLY without limits. A negative clock
/// counts as 0. The first iteration always finishes, so that there is an answer.
struct Limits {
    PerSide<std::optional<Milliseconds>> time; ///< left on the clock, by side
    PerSide<Milliseconds> increment{};         ///< per action, by side
    std::optional<int> moves_to_go;            ///< actions until the next time control
    std::optional<Milliseconds> move_time;     ///< for this action
    std::optional<int> depth;                  ///< plies
    std::optional<std::uint64_t> nodes;        ///< summed over all threads
    std::optional<std::uint64_t> soft_nodes;   ///< no iteration starts after this many
    /// Exact search: no reductions and no pruning but alpha-beta, so the first win reported is the
    /// shortest. Ends at a win in at most this many of the chooser's actions.
    std::optional<int> mate;
    bool infinite = false;        ///< answer only after Control::stop()
    bool ponder = false;          ///< answer only after Control::stop() or Control::ponderhit()
    std::vector<Move> root_moves; ///< legal actions to choose from; empty for all
};

} // namespace agon::search
