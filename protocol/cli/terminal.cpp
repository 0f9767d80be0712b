#include "protocol/cli/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <sys/ioctl.h>

namespace agon::program {

std::size_t line_width() {
    constexpr std::size_t USUAL = 80, NARROWEST = 20;
    winsize size{};
    const bool told = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return std::max<std::size_t>(told ? size.ws_col : USUAL, NARROWEST) - 1;
}

std::string wrapped(std::string_view text, std::size_t width) {
    std::string result;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        const bool ended = line.size() < text.size();
        text.remove_prefix(line.size() + (ended ? 1 : 0));
        const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
        line.remove_prefix(indent.size());
        while (indent.size() + line.size() > width) {
            const std::size_t room = width > indent.size() ? width - indent.size() : 0;
            std::size_t space = line.substr(0, room + 1).rfind(' ');
            if (space == std::string_view::npos) space = line.find(' ');
            if (space == std::string_view::npos) break;
            result += indent;
            result += line.substr(0, space);
            result += '\n';
            line.remove_prefix(std::min(line.find_first_not_of(' ', space), line.size()));
        }
        result += indent;
        result += line;
        if (ended) result += '\n';
    }
    return result;
}

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
