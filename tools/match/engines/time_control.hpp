// What bounds an engine's thinking (arena.md, clocks).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agon::match {

using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;

/// Bounds of one engine; all that are given hold together.
struct TimeControl {
    std::optional<Milliseconds> time;      ///< of the clock, for a period
    int moves = 0;                         ///< actions in a period; 0: one period for the game
    Milliseconds increment{0};             ///< after each action
    std::optional<Milliseconds> move_time; ///< for each action (`st`)
    std::optional<std::uint64_t> nodes;    ///< for each action
    std::optional<int> depth;              ///< for each action
    Milliseconds margin{0};                ///< overrun that is forgiven

    [[nodiscard]] bool timed() const { return time || move_time; }
    [[nodiscard]] bool bounded() const { return timed() || nodes || depth; }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads `[moves/]time[+increment]` into `control`: seconds, or minutes:seconds, with a fraction;
/// `inf` for no clock. Throws Error; `control` is then as it was.
void parse_clock(std::string_view text, TimeControl& control);

/// Seconds with a fraction down to milliseconds. Throws Error.
[[nodiscard]] Milliseconds parse_seconds(std::string_view text);

/// The inverse of parse_seconds(), as short as it goes: "10", "0.1".
[[nodiscard]] std::string to_seconds(Milliseconds duration);

/// As the PGN tag TimeControl: "10+0.1", "40/60+0.6", "0.5/move" for `st`, "-" for no clock.
[[nodiscard]] std::string to_text(const TimeControl& control);

} // namespace agon::match
