// Lines to a stream, by a thread of its own, so that a reader who dawdles holds nobody up.
#pragma once

#include "protocol/output.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

namespace agon::protocol {

class StreamOutput final : public Output {
public:
    /// Nobody else may write to `stream` meanwhile.
    explicit StreamOutput(std::ostream& stream);
    /// Blocks until all is written.
    ~StreamOutput() override;

    /// Does not block; flushed soon after.
    void write(std::string_view line) override;
    /// Blocks until all is written and flushed, or for so long; whether it is.
    bool flush_within(std::chrono::milliseconds patience);

private:
    void work();

    std::ostream& stream_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string pending_;
    bool writing_ = false;
    bool closing_ = false;
    std::thread writer_;
};

} // namespace agon::protocol
