// Commands in order on a thread of their own, so that input never blocks.
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

/// How a job answers to what overtakes it.
enum class JobKind {
    Brief,     ///< setoption, position and the like: not to be stopped
    Count,     ///< perft, bench: ended by stop(), but not by the end of input
    Search,    ///< go with a bound: ended by the end of input too
    Pondering, ///< go ponder: as Endless, and what ponderhit() addresses
    Endless,   ///< go infinite, or without a bound: as Search, and drain() stops it
};

/// Runs jobs one by one in the order of posting. Every method may be called from any thread;
/// only wait_until_idle*(), drain() and the destructor block.
class JobQueue {
public:
    using Run = std::function<void(search::Control&)>;

    /// `clock` must outlive the queue. It tells each job's control when the job was asked for.
    explicit JobQueue(const search::Clock& clock);
    /// As quit(), then waits for the job that runs.
    ~JobQueue();

    /// The job's control is made here and now, so that a stop that follows at once is not lost, and
    /// its time counts from now, or from the end of the last job before it that is not brief.
    /// Ignored after quit(). `run` must not throw.
    void post(JobKind kind, Run run);

    /// Stops the oldest job that is not brief, not finished and not stopped yet; else nothing.
    void stop();
    /// Hits the oldest search that ponders and is neither hit nor stopped yet; else nothing.
    void ponderhit();
    /// For a job to call, with its own control, before it says its last word: whoever hears that
    /// may stop what comes next, and must not hit the job that is over.
    void over(const search::Control& control);
    /// Whether a job that is not brief is unfinished.
    [[nodiscard]] bool long_job_outstanding() const;

    /// Stops all and forgets what has not begun.
    void quit();
    /// Stops all searches, those not begun yet included; everything still has its turn.
    void end_of_input();
    /// Blocks until all is done, searches without an end stopped.
    void drain();

    /// Blocks until no job is left, those posted meanwhile included.
    void wait_until_idle();
    /// The same for so long at most; whether it was idle in time.
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
    std::optional<search::Clock::TimePoint> long_job_over_; ///< of the last one
    bool quitting_ = false;
    std::thread worker_;
};

} // namespace agon::protocol
