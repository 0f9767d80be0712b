// The limits of an engine's thinking (arena.md, Clocks).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;

/// Milliseconds stay exact in a double, and microseconds in 64 bits.
inline constexpr std::chrono::seconds LONGEST_CLOCK{1'000'000'000};

/// Limits of one engine; all that are set apply.
struct TimeControl {
    std::optional<Milliseconds> time{};      ///< of the clock, for each period
    int moves = 0;                           ///< actions of a period; 0: one period for the game
    Milliseconds increment{0};               ///< after each action
    std::optional<Milliseconds> move_time{}; ///< for each action (`st`)
    std::optional<std::uint64_t> nodes{};    ///< for each action
    std::optional<int> depth{};              ///< for each action
    Milliseconds margin{0};                  ///< how late an answer is accepted

    [[nodiscard]] bool timed() const { return time || move_time; }
    [[nodiscard]] bool bounded() const { return timed() || nodes || depth; }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads `[moves/]time[+increment]` into `control`, in seconds or minutes:seconds with decimals;
/// `inf` means no clock. Throws Error and then leaves `control` as it was.
void parse_clock(std::string_view text, TimeControl& control);

/// Seconds with decimals, of which those after the third are cut off; never negative, and at most
/// about LONGEST_CLOCK. Throws Error.
[[nodiscard]] Milliseconds parse_seconds(std::string_view text);

/// The inverse of parse_seconds(), as short as possible: "10", "0.1". Not for negative durations.
[[nodiscard]] std::string to_seconds(Milliseconds duration);

/// As the PGN tag TimeControl: "10+0.1", "40/60+0.6", "0.5/move" for `st`, "-" for no clock.
[[nodiscard]] std::string to_text(const TimeControl& control);

/// The inverse of to_text(). Text that means no clock, such as "?", gives none; throws Error for
/// other text.
[[nodiscard]] TimeControl parse_time_control(std::string_view text);

} // namespace agon
