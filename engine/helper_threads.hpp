// Threads that help with a task, on systems that may have none.
#pragma once

#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace agon {

/// Whether a thread can ever be started.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool HAS_THREADS = false;
#else
inline constexpr bool HAS_THREADS = true;
#endif

/// Joined at the end of its life. Not std::async(): that of libc++ waits for ever if no thread can
/// be started. Not std::jthread, which libc++ 17 does not have.
class HelperThreads {
public:
    HelperThreads() = default;
    ~HelperThreads() { join(); }
    HelperThreads(const HelperThreads&) = delete;
    HelperThreads& operator=(const HelperThreads&) = delete;

    /// Starts a thread that calls a copy of `work`, which must not throw. Returns false if there is
    /// no thread, or no memory for one; the caller then does the work itself.
    template<class Work>
    [[nodiscard]] bool start(const Work& work) {
        try {
            threads_.emplace_back(work);
            return true;
        } catch (const std::bad_alloc&) {
        } catch (const std::system_error&) {
        }
        return false;
    }
    /// Blocks until all have returned.
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

private:
    std::vector<std::thread> threads_;
};

} // namespace agon
