// How long to think.
#pragma once

#include "engine/board/side.hpp"
#include "search/limits.hpp"

#include <chrono>
#include <optional>

namespace agon::search {

/// A search begins no new iteration after `soft` and stops at once after `hard`. Both count from
/// the request, or from its ponderhit.
struct TimeBudget {
    std::chrono::microseconds soft;
    std::chrono::microseconds hard;
};

/// The budget of `chooser`, whose clock runs; nullopt without a clock or a time per action.
/// `overhead` is kept back, but at least half of a fixed time per action is used. If only the other
/// side's clock is given, the chooser's counts as 0.
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

} // namespace agon::search
