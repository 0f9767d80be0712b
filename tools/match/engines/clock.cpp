#include "tools/match/engines/clock.hpp"

#include <algorithm>

namespace agon::match {

Clock::Clock(const TimeControl& control)
    : control_(control), left_(control.time.value_or(Milliseconds(0))), moves_left_(control.moves) {
    left_ += control_.increment; // as for every later action
}

std::optional<Milliseconds> Clock::remaining() const {
    if (!control_.time) return std::nullopt;
    return std::chrono::floor<Milliseconds>(left_);
}

std::optional<int> Clock::moves_to_go() const {
    return control_.time && control_.moves != 0 ? std::optional(moves_left_) : std::nullopt;
}

std::optional<Microseconds> Clock::budget() const {
    std::optional<Microseconds> bound;
    if (control_.time) bound = left_;
    if (control_.move_time)
        bound = std::min<Microseconds>(bound.value_or(*control_.move_time), *control_.move_time);
    if (bound) *bound += control_.margin;
    return bound;
}

bool Clock::spend(Microseconds elapsed) {
    if (const auto bound = budget(); bound && elapsed > *bound) return false;
    if (!control_.time) return true;
    // What the margin forgave is not owed.
    left_ = std::max(left_ - elapsed, Microseconds(0)) + control_.increment;
    if (control_.moves != 0 && --moves_left_ == 0) {
        moves_left_ = control_.moves;
        left_ += *control_.time;
    }
    return true;
}

} // namespace agon::match
