// The search as its users see it: a game and limits in, the best action out.
#pragma once

#include "engine/game/game.hpp"
#include "engine/platform/threads.hpp"
#include "search/endgame_tables.hpp"
#include "search/limits.hpp"
#include "search/nnue/network.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace agon::search {

inline constexpr std::size_t MIN_HASH_MB = 1;
inline constexpr std::size_t MAX_HASH_MB = 1 << 20;
inline constexpr std::size_t DEFAULT_HASH_MB = 16;
inline constexpr int MAX_THREADS = platform::HAS_THREADS ? 256 : 1;

struct Answer {
    Move best;                  ///< Move{} only when the game is over
    Move ponder;                ///< the expected reply; Move{} when none is known
    Score score = 0;            ///< from the root's chooser
    Bound bound = Bound::Exact; ///< others when the search was stopped before the score was exact
    std::uint64_t nodes = 0;    ///< of all threads
};

/// Not thread-safe. While a search runs, only its Control may be used from other threads.
class Engine {
public:
    /// One thread and DEFAULT_HASH_MB. The clock must outlive the engine. Throws std::bad_alloc.
    explicit Engine(const Clock& clock);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// At least MIN_HASH_MB. Throws std::bad_alloc when the system refuses the memory; the old
    /// table is then unchanged. Otherwise the table is empty. The caller must know that the memory
    /// can be used: Linux overcommits. Blocks while memory is cleared.
    void set_hash(std::size_t megabytes);
    /// 1 to MAX_THREADS, from the next search on, which uses fewer when the system has no more.
    void set_threads(int threads);
    /// The network that evaluates from the next search on; null for the built-in one. Empties the
    /// table, which holds evaluations.
    void set_network(std::shared_ptr<const nnue::Network> network);
    /// The tables that the next search looks up, where they are for its rules; null for none. An
    /// exact search, a level and limited strength do without. Empties the transposition table.
    void set_endgame_tables(std::shared_ptr<const EndgameTables> tables);
    /// The one that evaluates under these rules.
    [[nodiscard]] const nnue::Network& network(const RuleSet& rules) const;
    /// Makes the next search the same as that of a new Engine with these options and settings.
    /// Blocks while memory is cleared.
    void clear();

    [[nodiscard]] const Clock& clock() const;

    Options options; ///< for the next search

    /// Blocks until there is an answer. Reports at least one score, also for a finished game. With
    /// one thread and without limits on time the answer depends only on the arguments, the options
    /// and the contents of the table. Throws std::bad_alloc when there is no memory even for one
    /// thread, Error for a search for a mate where repeating loses, and whatever the listener or
    /// the clock throws; all threads have ended by then.
    Answer search(const Game& game, const Limits& limits, Control& control, Listener& listener);

private:
    struct State;
    std::unique_ptr<State> state_;
};

// A search by nodes, for tools that make data from games.

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
        Listener silent;
        return engine_.search(game, limits, control, silent);
    }

    SteadyClock clock_;
    Engine engine_{clock_};
};

} // namespace agon::search
