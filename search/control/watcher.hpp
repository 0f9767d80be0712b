// When a search has to end: the clock, the limits on time and nodes, and a stop from outside.
#pragma once

#include "search/control/clock.hpp"
#include "search/control/control.hpp"
#include "search/control/limits.hpp"
#include "search/control/options.hpp"
#include "search/control/time_manager.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace agon::search {

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

    /// Whether the search must end at once. `nodes` are those of all threads. To be asked often,
    /// since a ponderhit is noticed here.
    [[nodiscard]] bool must_stop(std::uint64_t nodes);
    /// Whether no other iteration may begin after `nodes` of all threads.
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
