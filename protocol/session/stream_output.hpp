// Writes lines to a stream on a thread of its own, so that a slow reader blocks nobody.
#pragma once

#include "protocol/session/output.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

namespace agon::protocol {

class StreamOutput final : public Output {
public:
    /// Nobody else may write to `stream` meanwhile. When writing fails, `broken` is called once, on
    /// the writing thread, and later lines are lost.
    explicit StreamOutput(
        std::ostream& stream, std::function<void()> broken = [] {});
    /// Blocks until everything is written.
    ~StreamOutput() override;

    /// Does not block; flushed soon after.
    void write(std::string_view line) override;
    void let_reader_catch_up(const std::atomic<bool>& stop) override;
    /// Blocks until everything is written and flushed, for `patience` at most. Returns whether it
    /// is.
    bool flush_within(std::chrono::milliseconds patience);

private:
    void work();

    std::ostream& stream_;
    std::function<void()> broken_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string pending_;
    bool writing_ = false;
    bool closing_ = false;
    std::thread writer_;
};

} // namespace agon::protocol
