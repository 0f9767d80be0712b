// Search limits and options: clock, stop, ponderhit, limited strength, levels; what a search
// reports.
#pragma once

#include "engine/game/move.hpp"
#include "search/score.hpp"

#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace agon::search {

// The clock of a search. An interface, so that tests can set the time.

class Clock {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    virtual ~Clock() = default;
    /// Monotonic. Called from any thread; does not block.
    [[nodiscard]] virtual TimePoint now() const = 0;
};

class SteadyClock final : public Clock {
public:
    [[nodiscard]] TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

// Controls a running search: stop and ponderhit.

/// One per search, created before the search starts, so that an early stop is not lost. Methods may
/// be called from any thread unless they say otherwise; only wait() blocks.
class Control {
public:
    /// The search answers as soon as it can.
    void stop() { set(stopped_); }
    /// The expected action was played: the clock of a pondering search starts.
    void ponderhit() { set(hit_); }

    /// Time counts from `when` instead of from the start of the search. Not synchronised: call it
    /// before the search starts.
    void asked_at(Clock::TimePoint when) { asked_ = when; }
    [[nodiscard]] std::optional<Clock::TimePoint> asked() const { return asked_; }

    /// For a thread that both searches and reads commands: `look` reads those that have arrived,
    /// and may call stop() and ponderhit(). The searching thread calls look(false) whenever it asks
    /// whether it is stopped, and look(true), which may sleep a while, when it waits. Set it before
    /// the search starts.
    void look_by(std::function<void(bool may_sleep)> look) { look_ = std::move(look); }

    [[nodiscard]] bool stopped() const {
        if (look_) look_(false);
        return stopped_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool hit() const { return hit_.load(std::memory_order_relaxed); }

    /// Blocks until stop(), or with `hit_is_enough` until stop() or ponderhit().
    void wait(bool hit_is_enough) {
        const auto over = [&] { return stopped_ || (hit_is_enough && hit_); };
        while (look_ && !over()) look_(true);
        std::unique_lock lock(mutex_);
        changed_.wait(lock, over);
    }

    /// stopped() as a flag, which does not look.
    [[nodiscard]] const std::atomic<bool>& stop_flag() const { return stopped_; }

private:
    void set(std::atomic<bool>& flag) {
        {
            const std::lock_guard lock(mutex_);
            flag = true;
        }
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> stopped_ = false;
    std::atomic<bool> hit_ = false;
    std::optional<Clock::TimePoint> asked_;
    std::function<void(bool)> look_;
};

// The limits of one search (protocols.md section 1 (go)).

using Milliseconds = std::chrono::milliseconds;

/// A search ends at the first limit it reaches, or at MAX_PLY without limits. A negative clock
/// counts as 0. The first iteration always finishes, so that there is an answer.
struct Limits {
    PerSide<std::optional<Milliseconds>> time; ///< left on the clock, by side
    PerSide<Milliseconds> increment{};         ///< per action, by side
    std::optional<int> moves_to_go;            ///< actions until the next time control
    std::optional<Milliseconds> move_time;     ///< for this action
    std::optional<int> depth;                  ///< plies
    std::optional<std::uint64_t> nodes;        ///< summed over all threads
    std::optional<std::uint64_t> soft_nodes;   ///< no iteration starts after this many
    /// Exact search: no reductions and no pruning but alpha-beta, so the first win reported is the
    /// shortest. Ends at a win in at most this many of the chooser's actions.
    std::optional<int> mate;
    bool infinite = false;        ///< answer only after Control::stop()
    bool ponder = false;          ///< answer only after Control::stop() or Control::ponderhit()
    std::vector<Move> root_moves; ///< legal actions to choose from; empty for all
};

// Playing below full strength (`UCI_LimitStrength`, `UCI_Elo`; protocols.md section 1 (Options)).

/// A limit on nodes per action and the rating measured for it in matches.
struct Rung {
    std::uint64_t nodes;
    int elo;
};

// Measured by `tools/lab/fit-elo --rungs 9`: 200 games of each rung against the next two,
// `classic`, random openings, draw = half a win. Standard error from the lowest rung: 19 to 37.
inline constexpr std::array<Rung, 9> LADDER = {{
    {50, 500}, // by definition; hardly more than a one-ply search
    {100, 526},
    {200, 564},
    {400, 624},
    {800, 710},
    {1600, 804},
    {3200, 916},
    {6400, 1030},
    {12800, 1123},
}};

inline constexpr int MIN_ELO = LADDER.front().elo;
inline constexpr int MAX_ELO = LADDER.back().elo;

/// The limit on nodes per action for a rating of MIN_ELO to MAX_ELO. Interpolates the logarithm of
/// the nodes between rungs.
[[nodiscard]] std::uint64_t nodes_for(int elo);

// Ten levels for people who play against the engine (protocols.md section 1 (Options), `Level`).

struct Level {
    std::uint64_t nodes; ///< limit for each action
    int chance;          ///< percent of actions that are random legal actions instead
};

// README.md has the matches between neighbouring levels that set these numbers.
inline constexpr std::array<Level, 9> LEVELS = {{
    {1, 72}, // the first iteration always finishes
    {1, 60},
    {1, 48},
    {1, 36},
    {1, 24},
    {1, 10},
    {300, 0},
    {2'500, 0},
    {30'000, 0},
}};

/// Full strength.
inline constexpr int HIGHEST_LEVEL = static_cast<int>(LEVELS.size()) + 1;

/// Precondition: `number` is 1 to HIGHEST_LEVEL - 1.
[[nodiscard]] constexpr const Level& level(int number) {
    assert(number >= 1 && number < HIGHEST_LEVEL);
    return LEVELS[static_cast<std::size_t>(number - 1)];
}

/// One of `moves` if the level plays this action at random, else nothing. The same key and seed
/// give the same result. Preconditions: as level(), and `moves` is not empty.
[[nodiscard]] std::optional<Move> action_by_chance(int number, std::uint64_t position_key,
                                                   std::uint64_t seed, std::span<const Move> moves);

// Settings for many searches (protocols.md section 1 (Options)).

inline constexpr int MAX_MULTI_PV = static_cast<int>(MAX_MOVES);

struct Options {
    int multi_pv = 1;               ///< lines reported, 1 to MAX_MULTI_PV
    Milliseconds move_overhead{10}; ///< reserved for delays outside the search
    Score contempt = 0;             ///< a draw is worth -contempt to the root's chooser
    std::optional<int> elo;         ///< limited strength, MIN_ELO to MAX_ELO
    int level = HIGHEST_LEVEL;      ///< level for people, 1 to HIGHEST_LEVEL
    std::uint64_t level_seed = 0;   ///< seed for a level's random actions
};

// What a search reports while it runs.

/// One report: a line of play and its score.
struct Info {
    int depth = 0;              ///< plies of the iteration; 0 for a finished game
    int selective_depth = 0;    ///< plies of the longest line searched
    int line = 1;               ///< 1 for the best line, 2 for the second (MultiPV)
    Score score = 0;            ///< from the root's chooser
    Bound bound = Bound::Exact; ///< bounds come in searches of 3 s and more, or at a stop
    WinDrawLoss wdl{};
    std::uint64_t nodes = 0;          ///< of all threads
    std::chrono::microseconds time{}; ///< since the search was asked for
    int hash_full = 0;                ///< thousandths of the table that hold entries of this search
    std::span<const Move> line_moves; ///< the principal variation; valid during the call
};

/// Ignores everything; a listener overrides what it wants to hear. Called from the thread that runs
/// Engine::search(), one call at a time. May block: that thread waits meanwhile. An exception ends
/// the search and leaves Engine::search().
class Listener {
public:
    virtual ~Listener() = default;
    virtual void on_info(const Info&) {}
    /// The root action being searched now, its number from 1. Only in searches of 3 s and more.
    virtual void on_current_move(int /*depth*/, Move, int /*number*/) {}
};

} // namespace agon::search
