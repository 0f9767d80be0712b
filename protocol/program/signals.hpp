// The signals that end a program in good order.
#pragma once

#include <csignal>

namespace agon::program {

/// For a boost::asio::signal_set: from the keyboard, from `kill`, from a terminal that closes. The
/// last is left alone where nohup or the like has the program ignore it.
template<class SignalSet>
void add_ending_signals(SignalSet& signals) {
    signals.add(SIGINT);
    signals.add(SIGTERM);
    struct sigaction hangup {};
    if (sigaction(SIGHUP, nullptr, &hangup) != 0 || hangup.sa_handler != SIG_IGN)
        signals.add(SIGHUP);
}

} // namespace agon::program
