#include "search/watcher.hpp"

#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/elo_ladder.hpp"
#include "search/levels.hpp"
#include "search/limits.hpp"
#include "search/time_budget.hpp"

#include <algorithm>

namespace agon::search {

Watcher::Watcher(const Clock& clock, const Control& control, const Limits& limits,
                 const Options& options, Side chooser)
    : clock_(clock), control_(control),
      budget_(time_budget(limits, chooser, options.move_overhead)), node_limit_(limits.nodes),
      soft_node_limit_(limits.soft_nodes), fixed_time_(limits.move_time), pondering_(limits.ponder),
      start_(control.asked().value_or(clock.now())), budget_start_(start_) {
    if (options.elo) {
        const std::uint64_t nodes = nodes_for(*options.elo);
        node_limit_ = std::min(node_limit_.value_or(nodes), nodes);
    } else if (options.level < HIGHEST_LEVEL) {
        node_limit_ = std::min(node_limit_.value_or(UINT64_MAX), level(options.level).nodes);
    }
}

std::chrono::microseconds Watcher::elapsed() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(clock_.now() - start_);
}

bool Watcher::must_stop(std::uint64_t nodes) {
    if (pondering_ && control_.hit()) {
        pondering_ = false;
        budget_start_ = clock_.now();
    }
    return control_.stopped() || (node_limit_ && nodes >= *node_limit_) ||
           (budget_ && !pondering_ && clock_.now() - budget_start_ >= budget_->hard);
}

bool Watcher::is_last_iteration(std::uint64_t nodes, const Confidence& confidence) const {
    if (soft_node_limit_ && nodes >= *soft_node_limit_) return true;
    if (!budget_ || pondering_) return false;
    // A fixed time is used up; a clock is saved if the best action is clear.
    const double factor = fixed_time_ ? 1 : stretch(confidence);
    return clock_.now() - budget_start_ >= budget_->soft * factor;
}

} // namespace agon::search
