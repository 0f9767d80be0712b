#include "search/time_budget.hpp"

#include "search/limits.hpp"
#include "search/tunables.hpp"

#include <algorithm>

namespace agon::search {
namespace {

/// Over how many actions to spread the clock. A game can last for hundreds, and without an
/// increment the clock must last too. With an increment of 1 % of the clock, which is enough for
/// late actions, early ones get more.
int actions_to_plan(std::chrono::microseconds clock, std::chrono::microseconds increment) {
    using namespace tunables;
    if (increment * 100 >= clock) return MOVES_TO_GO_WITH_INCREMENT;
    const auto fewer =
        (MOVES_TO_GO_WITHOUT - MOVES_TO_GO_WITH_INCREMENT) * (increment * 100).count();
    return static_cast<int>(MOVES_TO_GO_WITHOUT - fewer / clock.count());
}

} // namespace

std::optional<TimeBudget> time_budget(const Limits& limits, Side chooser, Milliseconds overhead) {
    using namespace tunables;
    using Microseconds = std::chrono::microseconds;
    std::optional<TimeBudget> budget;
    if (limits.time[0] || limits.time[1]) {
        const Milliseconds left = limits.time[chooser].value_or(Milliseconds(0));
        const Microseconds usable = std::max(left - overhead, Milliseconds(0));
        const Microseconds increment = std::max(limits.increment[chooser], Milliseconds(0));
        const int planned = actions_to_plan(usable, increment);
        const int actions = std::clamp(limits.moves_to_go.value_or(planned), 1, planned);
        // An iteration takes a few times as long as all before it: the last one begins early in the
        // share, and the hard limit leaves room to finish it.
        const Microseconds share = usable / actions + increment * TIME_INCREMENT / 100;
        const Microseconds most = actions == 1 ? usable : usable / TIME_LEAST_ACTIONS;
        const Microseconds hard = std::min(share * TIME_HARD / 100, most);
        budget = TimeBudget{std::min(share * TIME_SOFT / 100, hard), hard};
    }
    if (limits.move_time) {
        const Microseconds whole = std::max(*limits.move_time, Milliseconds(0));
        const Microseconds time = std::max<Microseconds>(whole - overhead, whole / 2);
        if (!budget) return TimeBudget{time, time};
        budget->soft = std::min(budget->soft, time);
        budget->hard = std::min(budget->hard, time);
    }
    return budget;
}

double stretch(const Confidence& confidence) {
    using namespace tunables;
    if (confidence.only) return 0;
    // Before a search ends, the best action usually took half of the nodes, and has long been best.
    const double in_others = 1 - 2 * confidence.share;
    const double changed = 1 - 2.0 * std::min(confidence.stable, 6) / 6;
    return std::max(0.0, 1 + (TIME_SHARE * in_others + TIME_STABLE * changed) / 100);
}

} // namespace agon::search
