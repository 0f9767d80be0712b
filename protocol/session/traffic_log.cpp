#include "protocol/session/traffic_log.hpp"

#include "engine/error.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace agon::protocol {
namespace {

std::shared_ptr<spdlog::logger> file_logger(const std::string& path) {
    try {
        auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
        return std::make_shared<spdlog::logger>("agon", std::move(sink));
    } catch (const spdlog::spdlog_ex&) {
        throw Error("'" + path + "' cannot be written");
    }
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
