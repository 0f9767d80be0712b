// The signals that end a program cleanly.
#pragma once

#include "protocol/os/signals.hpp"

namespace agon::program {

/// Adds platform::ending_signals() to a boost::asio::signal_set.
template<class SignalSet>
void add_ending_signals(SignalSet& signals) {
    for (const int signal : platform::ending_signals()) signals.add(signal);
}

} // namespace agon::program
