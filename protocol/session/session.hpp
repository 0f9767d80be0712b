// What the sessions of all protocols share: jobs in order, lines in and out, end and quit.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/session/job_queue.hpp"
#include "protocol/session/output.hpp"
#include "protocol/session/traffic_log.hpp"

#include <atomic>
#include <chrono>
#include <string_view>

namespace agon::protocol {

/// A conversation: lines in by handle(), lines out to the Output. It has a thread that runs jobs;
/// handle() and end_of_input() are called from one other thread and do not block.
class Session {
public:
    /// Both must outlive the session. From the first handle() on `host` belongs to it.
    Session(Host& host, Output& output)
        : host_(host), jobs_(host.engine().clock()), output_(output) {}
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// `line` has no line feed; a carriage return at its end is ignored. After `quit`, lines are
    /// ignored.
    void handle(std::string_view line);
    /// Whether `quit` was said.
    [[nodiscard]] bool quit_said() const { return quit_said_; }

    /// Stops searches; everything else that was asked for is still done.
    void end_of_input() { jobs_.end_of_input(); }
    /// Blocks until everything is done, searches without an end stopped.
    void drain() { jobs_.drain(); }
    /// Blocks until everything is done.
    void wait_until_idle() { jobs_.wait_until_idle(); }
    /// Blocks for so long at most; whether everything is done.
    [[nodiscard]] bool wait_until_idle_for(std::chrono::milliseconds patience) {
        return jobs_.wait_until_idle_for(patience);
    }

protected:
    /// One line, its carriage return gone.
    virtual void run(std::string_view line) = 0;

    /// Every final class's destructor begins with it: jobs use what that class holds.
    void close();
    /// Lines are ignored from now on, all jobs are stopped, and those not begun are forgotten.
    void quit();
    /// The same, but only searches are stopped, and all that was asked for is still answered.
    void quit_in_order();
    /// To the output and the log; any thread.
    void write(std::string_view line);

    Host& host_;
    TrafficLog traffic_;
    JobQueue jobs_;

private:
    Output& output_;
    std::atomic<bool> quit_said_ = false;
};

} // namespace agon::protocol
