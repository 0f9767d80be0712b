#include "protocol/cli/progress.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace agon::program {
namespace {

constexpr std::size_t BAR_LENGTH = 20;

} // namespace

std::string Progress::text(std::size_t total, Clock::time_point now) const {
    std::string text = std::to_string(done_) + " of " + std::to_string(total) + " games";
    if (done_ == earlier_ || done_ >= total) return text;
    const auto each = (now - begun_) / static_cast<std::int64_t>(done_ - earlier_);
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(
        each * static_cast<std::int64_t>(total - done_));
    char time[40];
    std::snprintf(
        time, sizeof time, ", %lld:%02lld:%02lld left", static_cast<long long>(left.count() / 3600),
        static_cast<long long>(left.count() / 60 % 60), static_cast<long long>(left.count() % 60));
    return text + time;
}

std::string Progress::bar(std::size_t total, Clock::time_point now) const {
    const auto full = total == 0 ? 0 : done_ * BAR_LENGTH / total;
    return '[' + std::string(full, '#') + std::string(BAR_LENGTH - full, '.') + "] " +
           text(total, now);
}

} // namespace agon::program
