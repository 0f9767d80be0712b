// The base of all protocol sessions.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/session/job_queue.hpp"
#include "protocol/session/output.hpp"
#include "protocol/session/traffic_log.hpp"

#include <atomic>
#include <chrono>
#include <string_view>
#include <utility>

namespace agon::protocol {

/// Takes lines through handle() and writes lines to the Output. Jobs run on the session's thread.
/// Call public methods from one other thread. Only drain() and wait_until_idle*() block.
class Session {
public:
    /// Both must outlive the session. Only the session uses `host` from the first handle() on.
    /// With `look` the jobs run inside handle(), which then blocks; see JobQueue.
    Session(Host& host, Output& output, JobQueue::Look look = {})
        : host_(host), jobs_(host.engine().clock(), std::move(look)), output_(output) {}
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// `line` has no line feed; a carriage return at its end is dropped. Lines after `quit` are
    /// ignored.
    void handle(std::string_view line);
    /// Whether `quit` was received.
    [[nodiscard]] bool quit_said() const { return quit_said_; }
    /// Whether a display or a count was still unfinished when `quit` was received.
    [[nodiscard]] bool result_awaited() const { return result_awaited_; }

    /// Stops searches. Every earlier command is still answered.
    void end_of_input() { jobs_.end_of_input(); }
    /// Stops endless searches and blocks until everything is done.
    void drain() { jobs_.drain(); }
    /// Blocks until everything is done.
    void wait_until_idle() { jobs_.wait_until_idle(); }
    /// Blocks for at most `patience`. Returns whether everything is done.
    [[nodiscard]] bool wait_until_idle_for(std::chrono::milliseconds patience) {
        return jobs_.wait_until_idle_for(patience);
    }

protected:
    /// Handles a line without its line ending. Must not block.
    virtual void run(std::string_view line) = 0;

    /// A final class calls this first in its destructor: jobs use its members.
    void close();
    /// As JobQueue::quit(). Ignores later lines.
    void quit();
    /// Writes to the output and the log. May be called from any thread.
    void write(std::string_view line);
    /// As Output::let_reader_catch_up().
    void let_reader_catch_up(const std::atomic<bool>& stop) { output_.let_reader_catch_up(stop); }

    Host& host_;
    TrafficLog traffic_;
    JobQueue jobs_;

private:
    Output& output_;
    std::atomic<bool> quit_said_ = false;
    bool result_awaited_ = false; ///< at the time of `quit`
};

} // namespace agon::protocol
