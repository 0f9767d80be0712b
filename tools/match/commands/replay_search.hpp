// Asks an engine once more what it was asked in a game.
#pragma once

#include "tools/match/engines/text_engine.hpp"

#include <ostream>
#include <string>

namespace agon::match {

struct Replay {
    EngineConfig engine;
    EngineOptions match_options;
    std::string position_line; ///< as the engine was told it
    Side side;                 ///< whom it plays for
    TimeControl limit;         ///< without a clock; bounded()
};

/// Starts the engine, prints what it says of its search, and gives its answer. Blocks until it is
/// gone. Throws Error when it does not start or fails.
[[nodiscard]] Answer search_again(const Replay& replay, std::ostream& out);

} // namespace agon::match
