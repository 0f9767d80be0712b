// What the sessions of all protocols have in common.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/session/job_queue.hpp"
#include "protocol/session/output.hpp"
#include "protocol/session/traffic_log.hpp"

#include <atomic>
#include <chrono>
#include <string_view>

namespace agon::protocol {

/// Lines go in by handle() and come out at the Output. Jobs run on a thread of the session. Its
/// public methods are called from one other thread; only drain() and wait_until_idle*() block.
class Session {
public:
    /// Both must outlive the session, and `host` is the session's alone from the first handle() on.
    Session(Host& host, Output& output)
        : host_(host), jobs_(host.engine().clock()), output_(output) {}
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// `line` has no line feed; a carriage return at its end is dropped. Lines after `quit` are
    /// ignored.
    void handle(std::string_view line);
    /// Whether `quit` was received.
    [[nodiscard]] bool quit_said() const { return quit_said_; }
    /// Whether something before it shows or counts, which has to be finished and read.
    [[nodiscard]] bool result_awaited() const { return result_awaited_; }

    /// Stops searches; every command before it is still answered.
    void end_of_input() { jobs_.end_of_input(); }
    /// Stops endless searches and blocks until everything is done.
    void drain() { jobs_.drain(); }
    /// Blocks until everything is done.
    void wait_until_idle() { jobs_.wait_until_idle(); }
    /// The same, but for `patience` at most. Returns whether everything is done.
    [[nodiscard]] bool wait_until_idle_for(std::chrono::milliseconds patience) {
        return jobs_.wait_until_idle_for(patience);
    }

protected:
    /// Handles a line without its line ending. Must not block.
    virtual void run(std::string_view line) = 0;

    /// For the destructor of a final class, first: jobs use its members.
    void close();
    /// Stops searches, but lets every job run; ignores lines from now on.
    void quit();
    /// To the output and the log, from any thread.
    void write(std::string_view line);
    /// As Output::let_reader_catch_up().
    void let_reader_catch_up(const std::atomic<bool>& stop) { output_.let_reader_catch_up(stop); }

    Host& host_;
    TrafficLog traffic_;
    JobQueue jobs_;

private:
    Output& output_;
    std::atomic<bool> quit_said_ = false;
    bool result_awaited_ = false; ///< when quit was said
};

} // namespace agon::protocol
