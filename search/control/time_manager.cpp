#include "search/control/time_manager.hpp"

#include <algorithm>

namespace agon::search {
namespace {

using Microseconds = std::chrono::microseconds;

/// A game lasts about 150 actions, so a side looks ahead to a good part of its 75.
constexpr int ACTIONS_AHEAD = 40;

} // namespace

std::optional<TimeBudget> time_budget(const Limits& limits, Side chooser, Milliseconds overhead) {
    std::optional<TimeBudget> budget;
    if (limits.time[0] || limits.time[1]) {
        const Milliseconds left = limits.time[index(chooser)].value_or(Milliseconds(0));
        const Microseconds usable = std::max(left - overhead, Milliseconds(0));
        const Microseconds increment = std::max(limits.increment[index(chooser)], Milliseconds(0));
        const int actions =
            std::clamp(limits.moves_to_go.value_or(ACTIONS_AHEAD), 1, ACTIONS_AHEAD);
        // An iteration takes a few times as long as all before it: half the share is for beginning
        // the last one, and the hard limit leaves room for finishing it.
        const Microseconds share = usable / actions + increment * 3 / 4;
        const Microseconds hard = std::min(share * 3, actions == 1 ? usable : usable / 3);
        budget = TimeBudget{std::min(share / 2, hard), hard};
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

} // namespace agon::search
