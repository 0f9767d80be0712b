// Runs commands in order on a thread of its own, so that input never blocks.
#pragma once

#include "search/control/control.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace agon::protocol {

/// What may stop a job.
enum class JobKind {
    Brief,     ///< setoption, position and the like: never stopped
    Count,     ///< perft, bench: by stop() and quit()
    Search,    ///< go with a limit: by end_of_input() too
    Pondering, ///< go ponder: as Endless, and subject to ponderhit()
    Endless,   ///< go infinite, or without a limit: by drain() too
};

/// Runs jobs one by one, in the order of posting. Every method may be called from any thread. Only
/// wait_until_idle(), wait_until_idle_for(), drain() and the destructor block.
class JobQueue {
public:
    using Run = std::function<void(search::Control&)>;

    /// `clock` must outlive the queue.
    explicit JobQueue(const search::Clock& clock);
    /// As quit(), then waits for the running job.
    ~JobQueue();

    /// The job's control exists from now on, so that a stop() right after it is not lost. Its time
    /// counts from now, or from the end of the last job before it that is not brief. Ignored after
    /// quit(). `run` must not throw.
    void post(JobKind kind, Run run);

    /// Stops the oldest job that is not brief and not stopped yet, if there is one.
    void stop();
    /// Passes a ponderhit to the oldest pondering search that has none and is not stopped yet.
    void ponderhit();
    /// A job calls it with its own control before it writes its last line. Whoever reads that line
    /// may send `stop` for the next job, which must not go to this one.
    void over(const search::Control& control);
    /// Whether any unfinished job is not brief.
    [[nodiscard]] bool long_job_outstanding() const;

    /// Stops the running job and drops those that have not begun, except brief ones that wait for
    /// nothing long: `uci` and `quit` in one go get their answer.
    void quit();
    /// Stops all searches, also those that have not begun; every job still runs.
    void end_of_input();
    /// Stops endless searches and blocks until no job is left.
    void drain();

    /// Blocks until no job is left, including jobs posted meanwhile.
    void wait_until_idle();
    /// The same, but for `patience` at most. Returns whether the queue is idle.
    bool wait_until_idle_for(std::chrono::milliseconds patience);

private:
    struct Job {
        JobKind kind;
        Run run;
        search::Control control;
    };

    void work();
    template<class Predicate>
    void stop_all(Predicate which);

    const search::Clock& clock_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Job>> jobs_;                 ///< the first one runs
    std::optional<search::Clock::TimePoint> long_job_over_; ///< when the last one ended
    bool quitting_ = false;
    std::thread worker_;
};

} // namespace agon::protocol
