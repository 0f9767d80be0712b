// Runs commands in order, on another thread so that input never blocks, or without one.
#pragma once

#include "search/clock.hpp"
#include "search/control.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace agon::protocol {

/// What can stop a job.
enum class JobKind {
    Brief,     ///< setoption, position and the like: never stopped
    Shown,     ///< d, eval: as Brief, but they are finished before the program ends
    Count,     ///< perft, bench, genfens: by stop()
    Measure,   ///< speedtest: by stop() and quit()
    Search,    ///< go with a limit: by end_of_input() and quit() too
    Pondering, ///< go ponder: as Endless, and subject to ponderhit()
    Endless,   ///< go infinite, or without a limit: by drain() too
};

/// Runs jobs one by one, in the order of posting. Every method may be called from any thread. Only
/// wait_until_idle(), wait_until_idle_for(), drain() and the destructor block.
class JobQueue {
public:
    using Run = std::function<void(search::Control&)>;
    using Look = std::function<void(bool may_sleep)>;

    /// `clock` must outlive the queue. With `look` there is no thread: post() runs the job and
    /// those posted meanwhile, and the jobs call `look` as in Control::look_by(). What it calls
    /// here must not block.
    explicit JobQueue(const search::Clock& clock, Look look = {});
    /// Stops the running job, drops the others, and waits.
    ~JobQueue();

    /// The job's control exists from now on, so that a stop() right after it is not lost. Its time
    /// counts from now, or from the end of the last long job before it: one that is neither Brief
    /// nor Shown. Ignored after close(). `run` must not throw.
    void post(JobKind kind, Run run);

    /// Stops the oldest long job that is not stopped yet, if there is one.
    void stop();
    /// Passes a ponderhit to the oldest pondering search that has none and is not stopped yet.
    void ponderhit();
    /// A job calls it with its own control before it writes its last line. The reader of that line
    /// may send `stop` for the next job, which must not stop this one.
    void over(const search::Control& control);
    /// Whether any unfinished job is long.
    [[nodiscard]] bool long_job_outstanding() const;

    /// Stops the running job and drops those that have not begun.
    void close();
    /// Stops all searches, also those that have not begun; every job still runs.
    void end_of_input();
    /// The same, and stops each Measure: nobody waits for it.
    void quit();
    /// Whether a Shown or a Count is unfinished.
    [[nodiscard]] bool result_outstanding() const;
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
    bool closing_ = false;
    Look look_;
    bool working_ = false; ///< without a thread
    std::thread worker_;
};

} // namespace agon::protocol
