#include "tools/python/bindings.hpp"

#include "engine/error.hpp"

#include <pybind11/pybind11.h>

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace agon::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds SIGNAL_INTERVAL{20};

struct Job {
    std::int64_t interpreter;
    std::function<void()> stop;
};

/// The jobs of this process. All its interpreters share this module.
struct Running {
    std::mutex mutex;
    std::condition_variable ended;
    std::list<Job> jobs;
    std::vector<std::int64_t> closed; ///< the interpreters that are ending or have ended

    [[nodiscard]] bool runs(std::int64_t interpreter) const {
        return std::any_of(jobs.begin(), jobs.end(),
                           [=](const Job& job) { return job.interpreter == interpreter; });
    }
};

/// Never destroyed. A forked child gets a new one: it lacks the parent's threads, so their jobs and
/// locks would stay forever.
Running& running() {
    static Running* instance = new Running;
    static const int registered = pthread_atfork(nullptr, nullptr, [] { instance = new Running; });
    if (registered != 0) throw Error("no memory to prepare for os.fork()");
    return *instance;
}

std::int64_t this_interpreter() { return PyInterpreterState_GetID(PyInterpreterState_Get()); }

class Entry {
public:
    explicit Entry(const std::function<void()>& stop) {
        const std::int64_t interpreter = this_interpreter();
        const std::lock_guard lock(in_.mutex);
        if (std::find(in_.closed.begin(), in_.closed.end(), interpreter) != in_.closed.end())
            throw Error("the interpreter is ending");
        at_ = in_.jobs.insert(in_.jobs.end(), {interpreter, stop});
    }
    ~Entry() {
        if (forked()) return;
        const std::lock_guard lock(in_.mutex);
        in_.jobs.erase(at_);
        in_.ended.notify_all();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    /// Whether a signal handler has forked since, and this is the child.
    [[nodiscard]] bool forked() const { return &in_ != &running(); }

private:
    Running& in_ = running();
    std::list<Job>::iterator at_;
};

/// Releases the GIL. In a subinterpreter, pybind11's classes would use the main interpreter's
/// state.
class WithoutGil {
public:
    WithoutGil() = default;
    ~WithoutGil() { PyEval_RestoreThread(state_); }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

private:
    PyThreadState* state_ = PyEval_SaveThread();
};

} // namespace

void run_interruptibly(const std::function<void()>& work, const std::function<void()>& stop) {
    const Entry entry(stop);
    auto done = std::make_unique<std::future<void>>(std::async(std::launch::async, work));
    const auto wait = [&] {
        const WithoutGil without;
        return done->wait_for(SIGNAL_INTERVAL) == std::future_status::ready;
    };
    bool interrupted = false;
    while (!wait()) {
        if (interrupted) continue;
        interrupted = PyErr_CheckSignals() != 0;
        if (entry.forked()) {
            (void)done.release(); // its destructor would wait for a thread that only the parent has
            if (interrupted) throw py::error_already_set();
            throw Error("a forked child cannot go on with its parent's work");
        }
        if (interrupted) stop();
    }
    if (interrupted) throw py::error_already_set();
    done->get();
}

void stop_all_work() {
    Running& all = running();
    const std::int64_t interpreter = this_interpreter();
    std::unique_lock lock(all.mutex);
    all.closed.push_back(interpreter);
    for (const Job& job : all.jobs)
        if (job.interpreter == interpreter) job.stop();
    const WithoutGil without;
    all.ended.wait(lock, [&] { return !all.runs(interpreter); });
    lock.unlock(); // before retaking the GIL: its holder may be waiting for the mutex
}

} // namespace agon::python
