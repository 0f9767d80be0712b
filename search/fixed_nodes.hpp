// A search by fixed nodes for whoever makes things from games.
#pragma once

#include "search/engine.hpp"

namespace agon::search {

class SilentListener final : public Listener {
public:
    void on_info(const Info&) override {}
    void on_current_move(int, Move, int) override {}
};

/// One thread's search. After forget() a result hangs on nothing but the arguments.
class FixedNodeSearch {
public:
    /// Empties the table; to be called for each game.
    void forget() { engine_.clear(); }

    /// Blocks until about so many nodes have been searched; the first iteration is finished always.
    Answer search(const Game& game, std::uint64_t nodes) {
        Limits limits;
        limits.nodes = nodes;
        Control control;
        return engine_.search(game, limits, control, silence_);
    }

private:
    SteadyClock clock_;
    Engine engine_{clock_};
    SilentListener silence_;
};

} // namespace agon::search
