// The limits of one search (protocols.md section 1 (go)).
#pragma once

#include "engine/move.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace agon::search {

using Milliseconds = std::chrono::milliseconds;

/// A search ends at the first limit that it reaches, without any at MAX_PLY. A negative clock
/// counts as 0. The first iteration always finishes, so that there is an answer.
struct Limits {
    std::array<std::optional<Milliseconds>, 2> time; ///< left on the clock, by side
    std::array<Milliseconds, 2> increment{};         ///< per action, by side
    std::optional<int> moves_to_go;                  ///< actions until the next time control
    std::optional<Milliseconds> move_time;           ///< for this action
    std::optional<int> depth;                        ///< plies
    std::optional<std::uint64_t> nodes;              ///< of all threads
    std::optional<std::uint64_t> soft_nodes;         ///< no iteration begins after so many
    /// Exact search: nothing is reduced or pruned but by alpha-beta, so that the first win reported
    /// is the shortest. Ends when a win in at most so many of the chooser's actions is found.
    std::optional<int> mate;
    bool infinite = false;        ///< answer only after Control::stop()
    bool ponder = false;          ///< answer only after Control::stop() or Control::ponderhit()
    std::vector<Move> root_moves; ///< legal actions to choose from; empty for all
};

} // namespace agon::search
