#include "tools/python/bindings.hpp"

#include "engine/error.hpp"

#include <pybind11/pybind11.h>

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <list>
#include <memory>
#include <mutex>

namespace agon::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds SIGNAL_INTERVAL{20};

/// The jobs of this process.
struct Running {
    std::mutex mutex;
    std::condition_variable ended;
    std::list<std::function<void()>> stops; ///< of each job
    bool closed = false;                    ///< the interpreter is ending
};

/// Never destroyed. A forked child gets a new one: it lacks the parent's threads, so their jobs and
/// locks would never go away.
Running& running() {
    static Running* instance = new Running;
    static const int registered = pthread_atfork(nullptr, nullptr, [] { instance = new Running; });
    if (registered != 0) throw Error("no memory to prepare for os.fork()");
    return *instance;
}

class Entry {
public:
    explicit Entry(const std::function<void()>& stop) {
        const std::lock_guard lock(in_.mutex);
        if (in_.closed) throw Error("the interpreter is ending");
        at_ = in_.stops.insert(in_.stops.end(), stop);
    }
    ~Entry() {
        if (forked()) return;
        const std::lock_guard lock(in_.mutex);
        in_.stops.erase(at_);
        in_.ended.notify_all();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    /// Whether a signal handler has forked since, and this is the child.
    [[nodiscard]] bool forked() const { return &in_ != &running(); }

private:
    Running& in_ = running();
    std::list<std::function<void()>>::iterator at_;
};

} // namespace

void run_interruptibly(const std::function<void()>& work, const std::function<void()>& stop) {
    const Entry entry(stop);
    auto done = std::make_unique<std::future<void>>(std::async(std::launch::async, work));
    const auto wait = [&] {
        const py::gil_scoped_release without;
        return done->wait_for(SIGNAL_INTERVAL) == std::future_status::ready;
    };
    bool interrupted = false;
    while (!wait()) {
        if (interrupted) continue;
        interrupted = PyErr_CheckSignals() != 0;
        if (entry.forked()) {
            (void)done.release(); // its destructor would wait for a thread that only the parent has
            if (interrupted) throw py::error_already_set();
            throw Error("a forked child cannot continue its parent's work");
        }
        if (interrupted) stop();
    }
    if (interrupted) throw py::error_already_set();
    done->get();
}

void run_without_gil(const std::function<void()>& work) {
    const Entry entry([] {}); // ends after the GIL is taken again
    const py::gil_scoped_release without;
    work();
}

void stop_all_work() {
    Running& all = running();
    std::unique_lock lock(all.mutex);
    all.closed = true;
    for (const auto& stop : all.stops) stop();
    const py::gil_scoped_release without;
    all.ended.wait(lock, [&] { return all.stops.empty(); });
    lock.unlock(); // before retaking the GIL, whose holder can be waiting for the mutex
}

} // namespace agon::python
