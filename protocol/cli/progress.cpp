#include "protocol/cli/progress.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

namespace agon::program {
namespace {

constexpr std::size_t BAR_LENGTH = 20;

} // namespace

std::optional<std::chrono::seconds> Progress::left(std::size_t total, Clock::time_point now) const {
    if (done_ == earlier_ || done_ >= total) return std::nullopt;
    const auto each = (now - begun_) / static_cast<std::int64_t>(done_ - earlier_);
    return std::chrono::duration_cast<std::chrono::seconds>(
        each * static_cast<std::int64_t>(total - done_));
}

std::string Progress::text(std::size_t total, Clock::time_point now) const {
    std::string text = std::to_string(done_) + " of " + std::to_string(total) + " games";
    const auto left = this->left(total, now);
    if (!left) return text;
    const auto seconds = static_cast<long long>(left->count());
    char time[40];
    std::snprintf(time, sizeof time, ", %lld:%02lld:%02lld left", seconds / 3600, seconds / 60 % 60,
                  seconds % 60);
    return text + time;
}

std::string Progress::bar(std::size_t total, Clock::time_point now) const {
    const auto full = total == 0 ? 0 : done_ * BAR_LENGTH / total;
    return '[' + std::string(full, '#') + std::string(BAR_LENGTH - full, '.') + "] " +
           text(total, now);
}

} // namespace agon::program
