#include "tools/python/interruptible.hpp"

#include "engine/error.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <list>
#include <mutex>

namespace agon::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds SIGNAL_INTERVAL{20};

/// The stops of all that runs.
struct Running {
    std::mutex mutex;
    std::condition_variable ended;
    std::list<std::function<void()>> stops;
    bool closed = false;
};

Running& running() {
    static Running instance;
    return instance;
}

class Entry {
public:
    explicit Entry(const std::function<void()>& stop) {
        const std::lock_guard lock(running().mutex);
        if (running().closed) throw Error("the interpreter is ending");
        at_ = running().stops.insert(running().stops.end(), stop);
    }
    ~Entry() {
        const std::lock_guard lock(running().mutex);
        running().stops.erase(at_);
        running().ended.notify_all();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

private:
    std::list<std::function<void()>>::iterator at_;
};

} // namespace

void run_interruptibly(const std::function<void()>& work, const std::function<void()>& stop) {
    const Entry entry(stop);
    auto done = std::async(std::launch::async, work);
    bool interrupted = false;
    {
        const py::gil_scoped_release release;
        while (done.wait_for(SIGNAL_INTERVAL) != std::future_status::ready) {
            if (interrupted) continue;
            const py::gil_scoped_acquire acquire;
            interrupted = PyErr_CheckSignals() != 0;
            if (interrupted) stop();
        }
    }
    if (interrupted) throw py::error_already_set();
    done.get();
}

void stop_all_work() {
    std::unique_lock lock(running().mutex);
    running().closed = true;
    for (const auto& stop : running().stops) stop();
    const py::gil_scoped_release release;
    running().ended.wait(lock, [] { return running().stops.empty(); });
    lock.unlock(); // before the GIL is taken again, whose holder may wait for the mutex
}

} // namespace agon::python
