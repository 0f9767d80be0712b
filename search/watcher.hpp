// When a search ends: by the clock, the limits on time and nodes, or a stop from outside.
#pragma once

#include "engine/board/side.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/options.hpp"
#include "search/time_budget.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace agon::search {

/// One per search, used by its first thread only. Does not block.
class Watcher {
public:
    /// The time of the search starts here, unless the control says when it was requested. The
    /// references must outlive the watcher.
    Watcher(const Clock& clock, const Control& control, const Limits& limits,
            const Options& options, Side chooser);

    /// Since the search was requested.
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
