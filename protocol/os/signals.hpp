// Signals that end a program cleanly.
#pragma once

#include <csignal>
#include <vector>

namespace agon::platform {

/// SIGINT, SIGTERM, and SIGHUP unless the program was started to ignore it, as by nohup; on Windows
/// SIGBREAK instead of SIGHUP.
[[nodiscard]] std::vector<int> ending_signals();

/// While it exists, these signals are recorded instead of ending the program, unless the program
/// ignores them. Only one may exist at a time.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] static bool asked();
};

} // namespace agon::platform
