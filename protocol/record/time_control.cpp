#include "protocol/record/time_control.hpp"

#include "engine/error.hpp"
#include "engine/number.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace agon {
namespace {

/// A decimal number without sign, nothing else.
std::optional<int> whole_number(std::string_view text) {
    int value = 0;
    if (text.starts_with('-') || !read_whole(text, value)) return std::nullopt;
    return value;
}

Milliseconds parse_minutes(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return parse_seconds(text);
    const auto minutes = whole_number(text.substr(0, colon));
    if (!minutes) throw Error("'" + std::string(text) + "' is not minutes:seconds");
    const Milliseconds time =
        std::chrono::minutes(*minutes) + parse_seconds(text.substr(colon + 1));
    if (time > LONGEST_CLOCK) throw Error("'" + std::string(text) + "' is too long");
    return time;
}

} // namespace

Milliseconds parse_seconds(std::string_view text) {
    const auto point = std::min(text.find('.'), text.size());
    const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
    const auto seconds = point == 0 ? std::optional<int>(0) : whole_number(text.substr(0, point));
    const bool digits_only = fraction.find_first_not_of("0123456789") == std::string_view::npos;
    if (!seconds || std::chrono::seconds(*seconds) > LONGEST_CLOCK || !digits_only || text == "." ||
        text.empty())
        throw Error("'" + std::string(text) + "' is not a number of seconds, such as 10 or 0.1");
    int thousandths = 0;
    for (std::size_t i = 0; i < 3; ++i)
        thousandths = thousandths * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
    return std::chrono::seconds(*seconds) + Milliseconds(thousandths);
}

void parse_clock(std::string_view text, TimeControl& control) {
    TimeControl parsed = control;
    parsed.time.reset();
    parsed.moves = 0;
    parsed.increment = Milliseconds(0);
    if (text != "inf") {
        try {
            std::string_view rest = text;
            if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
                const auto moves = whole_number(rest.substr(0, slash));
                if (!moves || *moves == 0) throw Error("a period has at least one move");
                parsed.moves = *moves;
                rest.remove_prefix(slash + 1);
            }
            if (const auto plus = rest.find('+'); plus != std::string_view::npos) {
                parsed.increment = parse_seconds(rest.substr(plus + 1));
                rest = rest.substr(0, plus);
            }
            parsed.time = parse_minutes(rest);
            if (*parsed.time + parsed.increment == Milliseconds(0))
                throw Error("time and increment are both 0");
        } catch (const Error& error) {
            throw Error("clock '" + std::string(text) + "': " + error.what() +
                        "; wanted [moves/]time[+increment] or inf");
        }
    }
    control = parsed;
}

std::string to_seconds(Milliseconds duration) {
    assert(duration.count() >= 0);
    return fmt::format("{}", static_cast<double>(duration.count()) / 1000);
}

std::string to_text(const TimeControl& control) {
    if (!control.time) return control.move_time ? to_seconds(*control.move_time) + "/move" : "-";
    return (control.moves == 0 ? "" : fmt::format("{}/", control.moves)) +
           to_seconds(*control.time) +
           (control.increment == Milliseconds(0) ? "" : '+' + to_seconds(control.increment));
}

TimeControl parse_time_control(std::string_view text) {
    constexpr std::string_view EACH = "/move";
    TimeControl control;
    if (text.ends_with(EACH))
        control.move_time = parse_seconds(text.substr(0, text.size() - EACH.size()));
    else if (text != "-" && text != "?")
        parse_clock(text, control);
    return control;
}

} // namespace agon
