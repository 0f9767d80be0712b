// An Output that a test reads from, waiting for lines as a GUI does.
#pragma once

#include "protocol/session/output.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace support {

class LineSink final : public agon::protocol::Output {
public:
    void write(std::string_view line) override {
        {
            const std::lock_guard lock(mutex_);
            lines_.emplace_back(line);
        }
        changed_.notify_all();
    }

    /// The next line, not consumed; nullopt if none comes in time.
    std::optional<std::string> peek(std::chrono::milliseconds patience) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, patience, [&] { return !lines_.empty(); }))
            return std::nullopt;
        return lines_.front();
    }
    void drop() {
        const std::lock_guard lock(mutex_);
        lines_.pop_front();
    }
    /// Removes and returns all lines that are there.
    std::vector<std::string> take_all() {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> lines(lines_.begin(), lines_.end());
        lines_.clear();
        return lines;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> lines_;
};

} // namespace support
