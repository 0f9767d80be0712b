#include "tools/match/commands/keyboard.hpp"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace agon::match {
namespace {

using Clock = std::chrono::steady_clock;

enum class Event { None, Space, Signal };

/// Waits for the space bar; other keys are dropped. Without an end it waits for ever.
Event wait(bool has_keys, std::optional<Clock::time_point> end) {
    for (;;) {
        int patience = -1;
        if (end) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - Clock::now());
            if (left.count() <= 0) return Event::None;
            patience = static_cast<int>(left.count());
        }
        pollfd keys{STDIN_FILENO, POLLIN, 0};
        const int ready = poll(&keys, has_keys ? 1 : 0, patience);
        if (ready < 0 && errno == EINTR) return Event::Signal;
        if (ready <= 0) return Event::None;
        char key = 0;
        if (read(STDIN_FILENO, &key, 1) != 1)
            has_keys = false; // the terminal is gone
        else if (key == ' ')
            return Event::Space;
    }
}

} // namespace

Keyboard::Keyboard() {
    termios mode{};
    if (isatty(STDIN_FILENO) == 0 || tcgetattr(STDIN_FILENO, &mode) != 0) return;
    before_ = mode;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

Keyboard::~Keyboard() {
    if (before_) tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
}

void Keyboard::pause(std::chrono::milliseconds patience) const {
    if (wait(before_.has_value(), Clock::now() + patience) == Event::Space)
        wait(true, std::nullopt);
}

} // namespace agon::match
