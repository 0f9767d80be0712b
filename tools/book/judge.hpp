// A search by fixed nodes for whoever makes things from games.
#pragma once

#include "search/engine.hpp"

namespace agon::book {

class Silence final : public search::Listener {
public:
    void on_info(const search::Info&) override {}
    void on_current_move(int, Move, int) override {}
};

/// One thread's search. After forget() a result hangs on nothing but the arguments.
class Judge {
public:
    /// Empties the table; to be called for each game.
    void forget() { engine_.clear(); }

    /// Blocks until about so many nodes have been searched; the first iteration is finished always.
    search::Answer search(const Game& game, std::uint64_t nodes) {
        search::Limits limits;
        limits.nodes = nodes;
        search::Control control;
        return engine_.search(game, limits, control, silence_);
    }

private:
    search::SteadyClock clock_;
    search::Engine engine_{clock_};
    Silence silence_;
};

} // namespace agon::book
