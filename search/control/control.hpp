// What the caller of a search can do while it runs: stop it, and tell it of a ponderhit.
#pragma once

#include "search/control/clock.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace agon::search {

/// One per search, made before the search starts, so that an early stop is not lost. Methods may be
/// called from any thread unless they say otherwise; only wait() blocks.
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

    [[nodiscard]] bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool hit() const { return hit_.load(std::memory_order_relaxed); }

    /// Blocks until stop(), or with `hit_is_enough` until stop() or ponderhit().
    void wait(bool hit_is_enough) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopped_ || (hit_is_enough && hit_); });
    }

    /// stopped() as a flag, for code that takes no Control, such as PerftOptions.
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
};

} // namespace agon::search
