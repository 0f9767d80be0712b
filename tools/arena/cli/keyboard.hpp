// Single keys from the terminal, for `agon-match play`.
#pragma once

#include "tools/arena/conversation/keys.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>
#include <optional>

namespace agon::arena {

/// During its lifetime, keys are read as they are pressed and not echoed. Does nothing if standard
/// input is not a terminal.
class Keyboard {
public:
    Keyboard();
    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    /// Blocks for `patience`. The space bar makes it block until the space bar is pressed again.
    /// Returns at once if a termination signal, such as Ctrl-C, has come since construction; the
    /// caller must handle that signal.
    void pause(std::chrono::milliseconds patience);

private:
    using Steady = std::chrono::steady_clock;

    void pressed(std::optional<char> key);

    boost::asio::io_context loop_; ///< its own: a pause runs no handlers of the game
    boost::asio::signal_set signals_{loop_};
    Steady::time_point end_; ///< of the pause
    bool paused_ = false;    ///< by the space bar
    bool ended_ = false;     ///< by a signal
    platform::Keys keys_;
};

} // namespace agon::arena
