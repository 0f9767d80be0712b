// A child process with pipes, on an event loop; its output in lines.
#pragma once

#include "engine/platform/loop.hpp"
#include "engine/utf8.hpp"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace agon::match {

// Cuts bytes into lines as they arrive.

/// Lines end in LF or CR LF. Only the first LONGEST bytes of a line are kept, so that an engine
/// cannot fill the arena's memory.
class LineSplitter {
public:
    static constexpr std::size_t LONGEST = 64 * 1024;

    /// Calls visit(std::string_view) for every line that `bytes` completes, without its line end;
    /// the first one without a byte order mark.
    template<class Visit>
    void feed(std::string_view bytes, Visit visit) {
        while (true) {
            const auto end = bytes.find('\n');
            keep(bytes.substr(0, end));
            if (end == std::string_view::npos) return;
            bytes.remove_prefix(end + 1);
            flush(visit);
        }
    }

    /// Visits what came after the last line end, if anything.
    template<class Visit>
    void finish(Visit visit) {
        if (!line_.empty()) flush(visit);
    }

private:
    void keep(std::string_view bytes) { line_ += bytes.substr(0, LONGEST - line_.size()); }

    template<class Visit>
    void flush(Visit visit) {
        std::string line;
        line.swap(line_); // visit() may destroy this
        if (!line.empty() && line.back() == '\r') line.pop_back();
        const bool first = std::exchange(first_, false);
        visit(first ? without_byte_order_mark(line) : std::string_view(line));
    }

    std::string line_;
    bool first_ = true;
};

// A child process with pipes, on an event loop.

using platform::Command;
using platform::Exit;

using platform::Cores;
/// Reads a list as taskset does: "0,2,4-7". Throws Error naming the fault, or a processor that
/// this program may not run on.
[[nodiscard]] Cores parse_cores(std::string_view text);

/// Descriptors that this program spends on each process; it spends a few more while one starts.
/// The second is an upper bound for all else that a match has open (files, loops, signals).
constexpr std::size_t DESCRIPTORS_OF_PROCESS = 4;
constexpr std::size_t DESCRIPTORS_OF_PROGRAM = 32;

/// How many processes the limit of open files has room for, beside `others` descriptors.
[[nodiscard]] std::size_t most_processes(std::size_t others = 0) noexcept;

/// A child process and everything that it starts: destroying this kills and reaps them at once.
/// It does not kill a process in a session of its own, but names it on standard error. All methods
/// are for the event loop's thread. None waits for the process, except that the destructor waits
/// for the operating system to end it.
///
/// The standard output of all processes is read on one thread that does nothing else, and each line
/// carries the time at which its end was read. Whatever keeps the event loop busy does not change
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

    /// Throws Error naming the program when it cannot be started. An event may destroy this; no
    /// event comes afterwards. The first process makes this program ignore SIGPIPE.
    Process(boost::asio::io_context& loop, const Command& command, Events events);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Writes to its standard input what the pipe takes at once, and the rest as the process reads.
    /// What it never reads is lost.
    void write(std::string_view text);
    /// Ends its standard input once everything has been written. Nothing may be written after.
    void end_input();

private:
    class State;
    std::shared_ptr<State> state_;
};

} // namespace agon::match
