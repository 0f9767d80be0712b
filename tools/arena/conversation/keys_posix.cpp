#include "tools/arena/conversation/keys.hpp"

#include "protocol/os/suspension.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace agon::platform {

struct Keys::State {
    boost::asio::posix::stream_descriptor keys;
    std::function<void(std::optional<char>)> pressed;
    std::optional<termios> before{}; ///< how the terminal was
    std::size_t continued = continuations();

    /// Neither line editing nor echo.
    void set() {
        termios mode = *before;
        mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        tcsetattr(keys.native_handle(), TCSANOW, &mode);
    }

    void wait() {
        keys.async_wait(keys.wait_read, [this](const boost::system::error_code& fault) {
            char key = 0;
            if (fault || ::read(keys.native_handle(), &key, 1) != 1) return pressed(std::nullopt);
            pressed(key);
            wait();
        });
    }
};

Keys::Keys(boost::asio::io_context& loop, std::function<void(std::optional<char>)> pressed)
    : state_(new State{boost::asio::posix::stream_descriptor(loop), std::move(pressed)}) {
    // Reopens the terminal: asio makes it non-blocking, and stdin may share its state with stdout.
    const char* const terminal = ttyname(STDIN_FILENO);
    const int keys = terminal == nullptr ? -1 : ::open(terminal, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (keys < 0) return;
    state_->keys.assign(keys);
    termios mode{};
    if (tcgetattr(keys, &mode) != 0) return;
    state_->before = mode;
    state_->set();
    state_->wait();
}

void Keys::renew() {
    const std::size_t now = continuations();
    if (std::exchange(state_->continued, now) == now || !state_->before) return;
    // A program in the background that sets the terminal is stopped.
    if (tcgetpgrp(state_->keys.native_handle()) == getpgrp()) state_->set();
}

Keys::~Keys() {
    if (state_->before) tcsetattr(state_->keys.native_handle(), TCSANOW, &*state_->before);
}

} // namespace agon::platform
