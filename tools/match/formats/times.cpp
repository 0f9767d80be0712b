#include "tools/match/formats/times.hpp"

#include <boost/date_time/gregorian/gregorian_types.hpp>
#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include <array>
#include <charconv>

namespace agon::match {
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
        const auto [stop, fault] =
            std::from_chars(digits.data(), digits.data() + digits.size(), fields[count]);
        if (fault != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
        ++count;
        at = end + 1;
    }
    const auto& [year, month, day, hour, minute, second, fraction] = fields;
    if (count < 3 || year < 1970 || year > 9999 || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    try {
        namespace date = boost::gregorian;
        const date::date that(static_cast<unsigned short>(year), static_cast<unsigned short>(month),
                              static_cast<unsigned short>(day));
        const auto days = (that - date::date(1970, 1, 1)).days();
        if (days > 100'000) return std::nullopt; // nanoseconds since 1970 would not fit
        return WallTime(std::chrono::hours(24 * days + hour) + std::chrono::minutes(minute) +
                        std::chrono::seconds(second) + Milliseconds(fraction));
    } catch (const std::out_of_range&) { // the thirtieth of February
        return std::nullopt;
    }
}

std::string time_text(WallTime time) {
    const auto since = std::chrono::duration_cast<Milliseconds>(time.time_since_epoch()).count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(time)), since % 1000);
}

} // namespace agon::match
