// Whether this program was suspended: stopped by a signal, frozen with its container, asleep
// with the machine, or kept from running by other work. The time it measures meanwhile must not be
// charged to an engine.
#pragma once

#include <chrono>
#include <cstddef>

namespace agon::arena {

/// What is known of the suspensions so far.
struct Suspensions {
    std::size_t count = 0;
    std::chrono::nanoseconds last{0}; ///< how long the last one took
    /// How far steady_clock advanced in all of them. On Linux it stops when the machine sleeps.
    std::chrono::nanoseconds measured{0};
};

/// Finds the suspensions of a thread that wakes up every PERIOD and does nothing else. The caller
/// passes the times, so that tests need not wait.
class Pulse {
public:
    static constexpr std::chrono::milliseconds PERIOD{200};
    /// A thread that wakes up later than this did not run: the clocks of engines are meaningless
    /// then.
    static constexpr std::chrono::milliseconds MAX_DELAY{1000};
    /// The same if a signal has continued the program, which then was certainly stopped.
    static constexpr std::chrono::milliseconds MAX_DELAY_CONTINUED{2 * PERIOD};

    struct Moment {
        std::chrono::nanoseconds since_boot;          ///< platform::time_since_boot()
        std::chrono::steady_clock::time_point steady; ///< the same instant
        std::size_t continuations = 0;                ///< platform::continuations()
    };

    explicit Pulse(const Moment& now) : seen_(now) {}

    /// Call it every PERIOD.
    void beat(const Moment& now);
    /// The suspensions until `now`, the time since the last beat included.
    const Suspensions& look(const Moment& now);

private:
    Moment seen_;                            ///< the last beat, or the end of a suspension
    std::chrono::nanoseconds last_delay_{0}; ///< between the last two beats
    Suspensions suspensions_;
};

} // namespace agon::arena
