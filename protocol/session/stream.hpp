// Where the lines of a session go, and a log of them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <thread>

namespace agon::protocol {

/// A sink of whole lines, which any thread may write to.
class Output {
public:
    virtual ~Output() = default;
    /// `line` has no line feed. Must not block on the reader: the thread that reads input writes
    /// too.
    virtual void write(std::string_view line) = 0;
    /// Blocks while much is unread, until `stop` is set: for a job that writes without end.
    virtual void let_reader_catch_up(const std::atomic<bool>& /*stop*/) {}
};

// Writes lines to a stream on a thread of its own, so that a slow reader blocks nobody.

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

namespace spdlog {
class logger;
} // namespace spdlog

namespace agon::protocol {

// A log of the lines received and sent, for debugging a client.

/// Writes to the program's log at level debug, and to a file if one is set. Thread-safe.
class TrafficLog {
public:
    /// Appends to the file from now on; "" closes it. A FIFO or a device will do: what it does not
    /// take at once is lost, and the log says so. Throws Error when it cannot be written, and
    /// changes nothing then.
    void set_file(const std::string& path);
    void received(std::string_view line) { log(">>", line); }
    void sent(std::string_view line) { log("<<", line); }

private:
    void log(std::string_view direction, std::string_view line);

    std::mutex mutex_;
    std::shared_ptr<spdlog::logger> file_;
};

/// Sends the program's log to standard error, or appends it to the file `path` unless that is
/// empty. `level` is one of log_levels(). Throws Error when the file cannot be written.
void set_up_log(const std::string& path, const std::string& level);

/// "trace" to "off".
[[nodiscard]] std::span<const std::string_view> log_levels();

} // namespace agon::protocol
