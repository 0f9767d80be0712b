// How long to think, and when a search ends.
#pragma once

#include "engine/board/side.hpp"
#include "search/limits.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace agon::search {

// How long to think.

/// A search begins no new iteration after `soft` and stops at once after `hard`. Both count from
/// when it was asked for, or from its ponderhit.
struct TimeBudget {
    std::chrono::microseconds soft;
    std::chrono::microseconds hard;
};

/// The budget of `chooser`, whose clock runs; nullopt without a clock or a time per action.
/// `overhead` is kept back, but at least half of a fixed time per action is used. Where only the
/// other side's clock is given, the chooser's counts as 0.
[[nodiscard]] std::optional<TimeBudget> time_budget(const Limits& limits, Side chooser,
                                                    Milliseconds overhead);

/// How sure the finished iterations are of the best action.
struct Confidence {
    double share = 0.5; ///< of all nodes that were spent on it, 0 to 1
    int stable = 0;     ///< iterations in a row since it became the best
    bool only = false;  ///< there is no other
};

/// The factor for the soft limit: less than 1 for an action that took most nodes and has long been
/// the best, more for one in doubt, 0 for the only one. Never negative.
[[nodiscard]] double stretch(const Confidence& confidence);

// When a search has to end: the clock, the limits on time and nodes, and a stop from outside.

/// One per search, used by its first thread only. Does not block.
class Watcher {
public:
    /// The time of the search starts here, unless the control says when it was asked for. The
    /// references must outlive the watcher.
    Watcher(const Clock& clock, const Control& control, const Limits& limits,
            const Options& options, Side chooser);

    /// Since the search was asked for.
    [[nodiscard]] std::chrono::microseconds elapsed() const;
    /// The limit on nodes of all threads, that of a limited strength included.
    [[nodiscard]] std::optional<std::uint64_t> node_limit() const { return node_limit_; }

    /// Whether the search must end at once. `nodes` are those of all threads. Call it often, since
    /// it notices a ponderhit.
    [[nodiscard]] bool must_stop(std::uint64_t nodes);
    /// Whether no further iteration may begin after `nodes` of all threads.
    [[nodiscard]] bool is_last_iteration(std::uint64_t nodes, const Confidence& confidence) const;

private:
    const Clock& clock_;
    const Control& control_;
    std::optional<TimeBudget> budget_;
    std::optional<std::uint64_t> node_limit_, soft_node_limit_;
    bool fixed_time_; ///< a time per action was given
    bool pondering_;
    Clock::TimePoint start_;
    Clock::TimePoint budget_start_; ///< start_, or the ponderhit
};

} // namespace agon::search
