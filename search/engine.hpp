// The search as its users see it: a game and limits in, the best action out.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/move.hpp"
#include "engine/helper_threads.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/options.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace agon::search {

namespace nnue {
struct Network;
}

inline constexpr std::size_t MIN_HASH_MB = 1;
inline constexpr std::size_t MAX_HASH_MB = 1 << 20;
inline constexpr std::size_t DEFAULT_HASH_MB = 16;
inline constexpr int MAX_THREADS = HAS_THREADS ? 256 : 1;

struct Answer {
    Move best;                  ///< Move{} only when the game is over
    Move ponder;                ///< the expected reply of the other side; Move{} when none is known
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
    /// 1 to MAX_THREADS, from the next search on, which uses fewer if the system has fewer.
    void set_threads(int threads);
    /// The network that evaluates from the next search on; null for the built-in one. Empties the
    /// table, which holds evaluations.
    void set_network(std::shared_ptr<const nnue::Network> network);
    /// The one that evaluates under these rules. Throws Error as nnue::network_for().
    [[nodiscard]] const nnue::Network& network(const RuleSet& rules) const;
    /// Makes the next search the same as that of a new Engine with these options and settings.
    /// Blocks while memory is cleared.
    void clear();

    [[nodiscard]] const Clock& clock() const;

    Options options; ///< for the next search

    /// Blocks until there is an answer. Reports at least one score, also for a finished game. With
    /// one thread and without limits on time the answer depends only on the arguments, the options
    /// and the contents of the table. Throws std::bad_alloc when there is no memory even for one
    /// thread, Error for a search for a mate if repeating loses or as network(), and whatever the
    /// listener or the clock throws; all threads have ended by then.
    Answer search(const Game& game, const Limits& limits, Control& control, Listener& listener);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace agon::search
