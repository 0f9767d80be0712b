// A search by nodes, for tools that make data from games.
#pragma once

#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace agon::search {

/// Searches with one thread; deterministic after forget().
class FixedNodeSearch {
public:
    /// `hash_mb` as Engine::set_hash().
    explicit FixedNodeSearch(std::size_t hash_mb = DEFAULT_HASH_MB) { engine_.set_hash(hash_mb); }

    /// As Engine::set_network().
    void set_network(std::shared_ptr<const nnue::Network> network) {
        engine_.set_network(std::move(network));
    }

    /// Empties the table. Call it before each game.
    void forget() { engine_.clear(); }

    /// Blocks until about `nodes` are searched; the first iteration always finishes.
    Answer search(const Game& game, std::uint64_t nodes) {
        Limits limits;
        limits.nodes = nodes;
        return search(game, limits);
    }

    /// Blocks until an iteration ends after `nodes`, or `most` are searched.
    Answer search_iterations(const Game& game, std::uint64_t nodes, std::uint64_t most) {
        Limits limits;
        limits.soft_nodes = nodes;
        limits.nodes = most;
        return search(game, limits);
    }

private:
    Answer search(const Game& game, const Limits& limits) {
        Control control;
        Listener nobody;
        return engine_.search(game, limits, control, nobody);
    }

    SteadyClock clock_;
    Engine engine_{clock_};
};

} // namespace agon::search
