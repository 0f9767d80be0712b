// How long to think.
#pragma once

#include "engine/side.hpp"
#include "search/control/limits.hpp"

#include <chrono>
#include <optional>

namespace agon::search {

/// Times after which a search begins no new iteration (`soft`) and after which it stops wherever
/// it is (`hard`), counted from when it was asked for or from its ponderhit.
struct TimeBudget {
    std::chrono::microseconds soft;
    std::chrono::microseconds hard;
};

/// The budget of `chooser`, whose clock runs. `overhead` is kept back from a clock, and from a
/// fixed time per action, of which half at least is used. When any clock is given, a missing one of
/// the chooser's counts as 0. Nothing when no clock or time per action was given.
[[nodiscard]] std::optional<TimeBudget> time_budget(const Limits& limits, Side chooser,
                                                    Milliseconds overhead);

} // namespace agon::search
