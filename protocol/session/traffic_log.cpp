#include "protocol/session/traffic_log.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/os/files.hpp"
#include "protocol/record/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <span>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace agon::protocol {
namespace {

/// Appends to a file, a FIFO or a device, and never waits for its reader: lines that it does not
/// take are lost, and a later line says how many.
class NonBlockingSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit NonBlockingSink(const std::filesystem::path& path) {
        require_kind(path, {"a log of agon", is_log});
        file_ = platform::open_log(path);
        if (file_ < 0)
            throw Error("'" + utf8_of(path) +
                        "' cannot be written: " + std::generic_category().message(errno));
    }
    ~NonBlockingSink() override { platform::close(file_); }
    NonBlockingSink(const NonBlockingSink&) = delete;
    NonBlockingSink& operator=(const NonBlockingSink&) = delete;

private:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t text;
        formatter_->format(message, text);
        if (!write_rest()) return void(++lost_);
        if (lost_ > 0) {
            rest_ = fmt::format("({} lines are lost: they were not read in time)\n", lost_);
            lost_ = 0;
            if (!write_rest()) return void(++lost_);
        }
        rest_.assign(text.data(), text.size());
        const std::size_t size = rest_.size();
        if (write_rest() || rest_.size() < size) return; // the rest of the line follows later
        rest_.clear();
        ++lost_;
    }
    void flush_() override {}

    /// Whether all of rest_ is written.
    bool write_rest() {
        while (!rest_.empty()) {
            const std::ptrdiff_t count = platform::write_some(file_, rest_);
            if (count <= 0) return false;
            rest_.erase(0, static_cast<std::size_t>(count));
        }
        return true;
    }

    /// "2026-11-21 06:07", or the same after "[".
    static bool is_log(std::string_view text) {
        constexpr std::string_view PATTERN = "dddd-dd-dd dd:dd";
        if (text.starts_with('[')) text.remove_prefix(1);
        return std::ranges::equal(text.substr(0, PATTERN.size()), PATTERN, [](char c, char like) {
            return like == 'd' ? c >= '0' && c <= '9' : c == like;
        });
    }

    int file_ = -1;
    std::string rest_; ///< of a line that was written in part
    std::size_t lost_ = 0;
};

std::shared_ptr<spdlog::logger> file_logger(const std::string& path) {
    return std::make_shared<spdlog::logger>("agon",
                                            std::make_shared<NonBlockingSink>(path_of(path)));
}

} // namespace

void TrafficLog::set_file(const std::string& path) {
    std::shared_ptr<spdlog::logger> logger;
    if (!path.empty()) {
        logger = file_logger(path);
        logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %v");
        logger->flush_on(spdlog::level::info);
    }
    const std::lock_guard lock(mutex_);
    file_ = std::move(logger);
}

void TrafficLog::log(std::string_view direction, std::string_view line) {
    spdlog::debug("{} {}", direction, line);
    const std::lock_guard lock(mutex_);
    if (file_ != nullptr) file_->info("{} {}", direction, line);
}

std::span<const std::string_view> log_levels() {
    static constexpr std::string_view LEVELS[] = {"trace", "debug",    "info", "warning",
                                                  "error", "critical", "off"};
    return LEVELS;
}

void set_up_log(const std::string& path, const std::string& level) {
    auto logger = path.empty() ? std::make_shared<spdlog::logger>(
                                     "agon", std::make_shared<spdlog::sinks::stderr_sink_mt>())
                               : file_logger(path);
    logger->set_level(spdlog::level::from_str(level));
    logger->flush_on(spdlog::level::debug);
    spdlog::set_default_logger(std::move(logger));
}

} // namespace agon::protocol
