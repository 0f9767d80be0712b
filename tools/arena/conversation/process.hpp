// A child process with pipes, on an event loop.
#pragma once

#include "tools/arena/conversation/child.hpp"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace agon::arena {

using platform::Command;
using platform::Exit;

/// Descriptors that this program uses for each process; it uses a few more while one starts.
/// The second is an upper bound for everything else that a match has open (files, loops, signals).
constexpr std::size_t DESCRIPTORS_OF_PROCESS = 4;
constexpr std::size_t DESCRIPTORS_OF_PROGRAM = 32;

/// The number of processes that the limit of open files allows besides `others` descriptors.
[[nodiscard]] std::size_t max_processes(std::size_t others = 0) noexcept;

/// A child process and everything that it starts: destroying this kills and reaps them at once.
/// It does not kill a process in another session, but reports it on standard error. Call all
/// methods from the event loop's thread. None waits for the process, except that the destructor
/// waits for the operating system to end it.
///
/// The standard output of all processes is read on one thread that does nothing else, and each line
/// carries the time at which its end was read. A busy event loop does not change
/// that time.
class Process {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// All are called from the event loop, `written` also from write().
    struct Events {
        std::function<void(std::string_view, Time)> line; ///< of standard output; when it was read
        std::function<void(std::string_view)> error_line; ///< of standard error
        /// Called once, after the last line of output. Comes soon after the process has ended, even
        /// if a child of it still holds its output.
        std::function<void(const Exit&)> ended;
        std::function<void()> written{}; ///< everything so far has been written
    };

    /// Throws Error naming the program if it cannot be started. An event may destroy this; no
    /// event comes afterwards. The first process makes this program ignore SIGPIPE.
    Process(boost::asio::io_context& loop, const Command& command, Events events);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Writes to its standard input what fits into the pipe, and the rest as the process reads.
    /// Text that it never reads is lost.
    void write(std::string_view text);
    /// Ends its standard input once everything has been written. Do not write afterwards.
    void end_input();

private:
    class State;
    std::shared_ptr<State> state_;
};

} // namespace agon::arena
