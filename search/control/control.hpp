// The wire from whoever started a search to the search: stop, and ponderhit.
#pragma once

#include "search/control/clock.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace agon::search {

/// One per search, made before it starts, so that a stop that comes early is not lost. Every
/// method may be called from any thread; only wait() blocks.
class Control {
public:
    /// The search answers as soon as it can.
    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stopped_ = true;
        }
        changed_.notify_all();
    }
    /// The awaited action was played: the clock of a pondering search starts to count.
    void ponderhit() {
        {
            const std::lock_guard lock(mutex_);
            hit_ = true;
        }
        changed_.notify_all();
    }

    /// To be said before the search starts, as nothing guards it: the search's time counts from
    /// then, and not from its start.
    void asked_at(Clock::TimePoint when) { asked_ = when; }
    [[nodiscard]] std::optional<Clock::TimePoint> asked() const { return asked_; }

    [[nodiscard]] bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool hit() const { return hit_.load(std::memory_order_relaxed); }

    /// Blocks until stop(), or until ponderhit() when that is enough.
    void wait(bool hit_is_enough) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopped_ || (hit_is_enough && hit_); });
    }

    /// stopped() for those who know nothing of controls, such as PerftOptions.
    [[nodiscard]] const std::atomic<bool>& stop_flag() const { return stopped_; }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> stopped_ = false;
    std::atomic<bool> hit_ = false;
    std::optional<Clock::TimePoint> asked_;
};

} // namespace agon::search
