// A search by nodes, for tools that make data from games.
#pragma once

#include "search/engine.hpp"

namespace agon::search {

/// Searches with one thread; deterministic after forget().
class FixedNodeSearch {
public:
    /// Empties the table. To be called for each game.
    void forget() { engine_.clear(); }

    /// Blocks until about so many nodes are searched; the first iteration always finishes.
    Answer search(const Game& game, std::uint64_t nodes) {
        Limits limits;
        limits.nodes = nodes;
        Control control;
        Listener silent;
        return engine_.search(game, limits, control, silent);
    }

private:
    SteadyClock clock_;
    Engine engine_{clock_};
};

} // namespace agon::search
