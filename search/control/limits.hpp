// What bounds a search (protocols.md section 1 (go)).
#pragma once

#include "engine/move.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace agon::search {

using Milliseconds = std::chrono::milliseconds;

/// All bounds hold together; none means a search to the greatest depth. A negative clock is 0. The
/// first iteration is finished whatever they are, so that there is an answer.
struct Limits {
    std::array<std::optional<Milliseconds>, 2> time; ///< left, by side
    std::array<Milliseconds, 2> increment{};         ///< per action, by side
    std::optional<int> moves_to_go;                  ///< actions until more time is given
    std::optional<Milliseconds> move_time;           ///< for this action
    std::optional<int> depth;                        ///< plies
    std::optional<std::uint64_t> nodes;              ///< of all threads
    std::optional<int> mate;      ///< stop when a win in so many of the chooser's actions is found
    bool infinite = false;        ///< answer only after Control::stop()
    bool ponder = false;          ///< answer only after Control::stop() or Control::ponderhit()
    std::vector<Move> root_moves; ///< legal actions to choose from; empty for all
};

} // namespace agon::search
