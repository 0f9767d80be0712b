// Logs for debugging: the lines received and sent, and the program's own log.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace spdlog {
class logger;
} // namespace spdlog

namespace agon::protocol {

/// Writes to the program's log at level debug, and to a file if one is set. Thread-safe.
class TrafficLog {
public:
    /// Appends to the file from now on; "" closes it. It can be a FIFO or a device: lines that it
    /// does not take immediately are lost, and the log records it. If it cannot be written, throws
    /// Error and changes nothing.
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
