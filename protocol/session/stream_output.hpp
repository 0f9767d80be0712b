// Lines to a stream, by a thread of its own, so that a reader who dawdles holds nobody up.
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
    /// Nobody else may write to `stream` meanwhile. When that takes no more, `broken` is called
    /// once, on the thread that writes, and what is written from then on is lost.
    explicit StreamOutput(
        std::ostream& stream, std::function<void()> broken = [] {});
    /// Blocks until all is written.
    ~StreamOutput() override;

    /// Does not block; flushed soon after.
    void write(std::string_view line) override;
    /// Blocks until all is written and flushed, or for so long; whether it is.
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
