// Controls a running search from outside: stop and ponderhit.
#pragma once

#include "search/clock.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace agon::search {

/// One per search, created before the search starts, so that an early stop is not lost. Methods may
/// be called from any thread unless they say otherwise; only wait() blocks.
class Control {
public:
    /// The search answers as soon as it can.
    void stop() { set(stopped_); }
    /// The expected action was played: the clock of a pondering search starts.
    void ponderhit() { set(hit_); }

    /// Time counts from `when` instead of from the start of the search. Not synchronised: call it
    /// before the search starts.
    void asked_at(Clock::TimePoint when) { asked_ = when; }
    [[nodiscard]] std::optional<Clock::TimePoint> asked() const { return asked_; }

    /// For a thread that both searches and reads commands: `look` reads those that have arrived,
    /// and may call stop() and ponderhit(). The searching thread calls look(false) whenever it asks
    /// whether it is stopped, and look(true), which may sleep a while, when it waits. Set it before
    /// the search starts.
    void look_by(std::function<void(bool may_sleep)> look) { look_ = std::move(look); }

    [[nodiscard]] bool stopped() const {
        if (look_) look_(false);
        return stopped_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool hit() const { return hit_.load(std::memory_order_relaxed); }

    /// Blocks until stop(), or with `hit_is_enough` until stop() or ponderhit().
    void wait(bool hit_is_enough) {
        const auto over = [&] { return stopped_ || (hit_is_enough && hit_); };
        while (look_ && !over()) look_(true);
        std::unique_lock lock(mutex_);
        changed_.wait(lock, over);
    }

    /// stopped() as a flag, which does not look.
    [[nodiscard]] const std::atomic<bool>& stop_flag() const { return stopped_; }

private:
    void set(std::atomic<bool>& flag) {
        {
            const std::lock_guard lock(mutex_);
            flag = true;
        }
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> stopped_ = false;
    std::atomic<bool> hit_ = false;
    std::optional<Clock::TimePoint> asked_;
    std::function<void(bool)> look_;
};

} // namespace agon::search
