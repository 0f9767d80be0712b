#include "tools/arena/conversation/pulse.hpp"

#include <algorithm>

namespace agon::arena {

void Pulse::beat(const Moment& now) {
    const auto delay = now.since_boot - seen_.since_boot;
    const auto before = suspensions_.count;
    last_delay_ = look(now).count == before ? delay : std::chrono::nanoseconds(0);
    seen_ = now;
}

const Suspensions& Pulse::look(const Moment& now) {
    const bool continued = now.continuations != seen_.continuations;
    // The first beat after a stop may come before the signal's handler has run.
    const auto delay = std::max(now.since_boot - seen_.since_boot,
                                continued ? last_delay_ : std::chrono::nanoseconds(0));
    if (delay <= (continued ? MAX_DELAY_CONTINUED : PERIOD + MAX_DELAY)) return suspensions_;
    ++suspensions_.count;
    suspensions_.last = delay;
    suspensions_.measured += now.steady - seen_.steady;
    seen_ = now;
    last_delay_ = {};
    return suspensions_;
}

} // namespace agon::arena
