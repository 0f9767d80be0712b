// Writes lines to a stream on its own thread, so that a slow reader blocks nobody.
#pragma once

#include "protocol/session/output.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
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
    /// Blocks until everything is written and flushed, or until the reader has taken nothing for a
    /// second. Returns whether everything is written.
    bool flush_while_read();

private:
    void work();

    std::ostream& stream_;
    std::function<void()> broken_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string pending_;
    std::size_t blocks_written_ = 0;
    bool writing_ = false;
    bool closing_ = false;
    std::thread writer_;
};

} // namespace agon::protocol
