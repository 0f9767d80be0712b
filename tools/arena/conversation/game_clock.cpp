#include "tools/arena/conversation/game_clock.hpp"

#include <algorithm>
#include <cassert>

namespace agon::arena {

GameClock::GameClock(const TimeControl& control)
    : control_(control), left_(control.time.value_or(Milliseconds(0))), moves_left_(control.moves) {
    assert(control_.moves >= 0 && control_.increment >= Milliseconds(0) &&
           control_.margin >= Milliseconds(0));
    left_ += control_.increment;
}

std::optional<Milliseconds> GameClock::remaining() const {
    if (!control_.time) return std::nullopt;
    return std::chrono::floor<Milliseconds>(left_);
}

std::optional<int> GameClock::moves_to_go() const {
    return control_.time && control_.moves != 0 ? std::optional(moves_left_) : std::nullopt;
}

std::optional<Microseconds> GameClock::budget() const {
    std::optional<Microseconds> bound;
    if (control_.time) bound = left_;
    if (control_.move_time)
        bound = std::min<Microseconds>(bound.value_or(*control_.move_time), *control_.move_time);
    if (bound) *bound += control_.margin;
    return bound;
}

bool GameClock::spend(Microseconds elapsed) {
    assert(elapsed >= Microseconds(0));
    if (const auto bound = budget(); bound && elapsed > *bound) return false;
    if (!control_.time) return true;
    // An overrun within the margin is not taken from the next action.
    left_ = std::max(left_ - elapsed, Microseconds(0)) + control_.increment;
    if (control_.moves != 0 && --moves_left_ == 0) {
        moves_left_ = control_.moves;
        left_ += *control_.time;
    }
    return true;
}

} // namespace agon::arena
