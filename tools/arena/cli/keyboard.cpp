#include "tools/arena/cli/keyboard.hpp"

#include "protocol/cli/ending_signals.hpp"
#include "protocol/cli/program.hpp"

namespace agon::arena {

Keyboard::Keyboard() : keys_(loop_, [this](std::optional<char> key) { pressed(key); }) {
    program::add_ending_signals(signals_);
    signals_.async_wait([this](const auto&, int) { ended_ = true; });
}

void Keyboard::pressed(std::optional<char> key) {
    if (!key) { // the terminal is gone
        paused_ = false;
    } else if (*key == ' ') {
        paused_ = !paused_;
        end_ = Steady::now();
    }
}

void Keyboard::pause(std::chrono::milliseconds patience) {
    keys_.renew();
    end_ = Steady::now() + patience;
    while (!ended_ && (paused_ ? loop_.run_one() : loop_.run_one_until(end_)) != 0) {
    }
}

} // namespace agon::arena
