// Single keys from the terminal, for `agon-match play`.
#pragma once

#include <chrono>
#include <optional>
#include <termios.h>

namespace agon::match {

/// While it lives, keys are read as they are pressed and not shown. Does nothing where standard
/// input is no terminal.
class Keyboard {
public:
    Keyboard();
    ~Keyboard();
    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    /// Blocks for `patience`, or until the space bar is pressed; then until it is pressed again.
    /// Returns early when a signal comes, which the caller has to look at.
    void pause(std::chrono::milliseconds patience) const;

private:
    std::optional<termios> before_; ///< how the terminal was; nothing where there is none
};

} // namespace agon::match
