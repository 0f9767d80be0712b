#include "protocol/record/wall_time.hpp"

#include "engine/number.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace agon {

namespace {

using Milliseconds = std::chrono::milliseconds;

} // namespace

std::optional<WallTime> parse_time(std::string_view text) {
    std::array<int, 7> fields{0, 0, 0, 0, 0, 0, 0}; // year to second, milliseconds
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size() && count < fields.size();) {
        const auto end = std::min(text.find_first_not_of("0123456789", at), text.size());
        if (end == at) return std::nullopt; // "????.??.??"
        // Of a fraction three digits count.
        const std::string digits =
            count == 6 ? (std::string(text.substr(at, end - at)) + "00").substr(0, 3)
                       : std::string(text.substr(at, end - at));
        if (!read_whole(digits, fields[count])) return std::nullopt;
        ++count;
        at = end + 1;
    }
    const auto& [year, month, day, hour, minute, second, fraction] = fields;
    if (count < 3 || year < 1970 || year > 9999 || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day)));
    if (!date.ok()) return std::nullopt; // the thirtieth of February
    const auto days = std::chrono::sys_days(date).time_since_epoch();
    if (days.count() > 100'000) return std::nullopt; // nanoseconds since 1970 would not fit
    return WallTime(days + std::chrono::hours(hour) + std::chrono::minutes(minute) +
                    std::chrono::seconds(second) + Milliseconds(fraction));
}

std::string time_text(WallTime time) {
    const auto since = std::chrono::duration_cast<Milliseconds>(time.time_since_epoch()).count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(time)), since % 1000);
}

} // namespace agon
