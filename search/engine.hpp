// The search as its users see it: a game and limits in, the best action out.
#pragma once

#include "engine/game.hpp"
#include "search/control/clock.hpp"
#include "search/control/control.hpp"
#include "search/control/limits.hpp"
#include "search/control/listener.hpp"
#include "search/control/options.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace agon::search {

inline constexpr std::size_t MIN_HASH_MB = 1;
inline constexpr std::size_t MAX_HASH_MB = 1 << 20;
inline constexpr std::size_t DEFAULT_HASH_MB = 16;
inline constexpr int MAX_THREADS = 256;

struct Answer {
    Move best;               ///< Move{} only when the game is over
    Move ponder;             ///< the expected reply; Move{} when none is known
    Score score = 0;         ///< from the root's chooser
    std::uint64_t nodes = 0; ///< of all threads
};

/// Not for two threads at once, except Control's methods on the control of a running search.
class Engine {
public:
    /// One thread and DEFAULT_HASH_MB. The clock must outlive the engine. Throws std::bad_alloc.
    explicit Engine(const Clock& clock);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Throws std::bad_alloc when there is no such memory; the old table is then kept, contents
    /// and all. Otherwise the table is empty. MIN_HASH_MB at least; both tables are there for a
    /// moment. Blocks while memory is cleared.
    void set_hash(std::size_t megabytes);
    /// 1 to MAX_THREADS, from the next search on, which makes do with fewer when there are no more.
    void set_threads(int threads);
    /// Forgets everything learnt: the next search is that of a new Engine with the same options and
    /// settings. Blocks while memory is cleared.
    void clear();

    [[nodiscard]] const Clock& clock() const;

    Options options; ///< for the next search

    /// Blocks until there is an answer. At least one info with a score comes before it returns,
    /// also for a finished game, drawn ones included. With one thread and no clock the answer
    /// depends on the arguments, the options and the table's contents alone. Throws std::bad_alloc
    /// when not even one thread has memory to search with.
    Answer search(const Game& game, const Limits& limits, Control& control, Listener& listener);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace agon::search
