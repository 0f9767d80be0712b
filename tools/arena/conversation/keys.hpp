// Keys of the terminal, for an event loop.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <optional>

namespace agon::platform {

/// During its lifetime, keys typed on the terminal are reported at once and not echoed. Does
/// nothing if standard input is not a terminal.
class Keys {
public:
    /// `pressed` gets nullopt once the terminal is gone; no key follows.
    Keys(boost::asio::io_context& loop, std::function<void(std::optional<char>)> pressed);
    ~Keys();
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;

    /// Sets the terminal mode again after a signal has continued this program: a shell changes it
    /// when a program stops (Ctrl-Z) and does not restore it (`fg`).
    void renew();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace agon::platform
