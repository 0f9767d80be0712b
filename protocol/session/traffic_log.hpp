// What went over the wire, both ways, for finding out who said what.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace spdlog {
class logger;
}

namespace agon::protocol {

/// Writes to the program's log at level debug, and to a file while one is set. Every method may be
/// called from any thread.
class TrafficLog {
public:
    /// Adds to the file from now on; "" closes it. Throws Error when it cannot be written; all is
    /// then as before.
    void set_file(const std::string& path);
    void received(std::string_view line) { log(">>", line); }
    void sent(std::string_view line) { log("<<", line); }

private:
    void log(std::string_view direction, std::string_view line);

    std::mutex mutex_;
    std::shared_ptr<spdlog::logger> file_;
};

/// Sends the program's log to standard error, or to the end of a file unless `path` is empty.
/// `level` is one of log_levels(). Throws Error when the file cannot be written.
void set_up_log(const std::string& path, const std::string& level);

/// "trace" to "off".
[[nodiscard]] std::span<const std::string_view> log_levels();

} // namespace agon::protocol
