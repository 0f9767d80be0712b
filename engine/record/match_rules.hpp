// The rules of a match: rule set, setup, limits, clocks (arena.md, Clocks).
#pragma once

#include "engine/game/game.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon {

class Presets;

// The limits of an engine's thinking (arena.md, Clocks).

using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;

/// Limits of one engine; those that are set hold together.
struct TimeControl {
    std::optional<Milliseconds> time{};      ///< of the clock, for each period
    int moves = 0;                           ///< actions of a period; 0: one period for the game
    Milliseconds increment{0};               ///< after each action
    std::optional<Milliseconds> move_time{}; ///< for each action (`st`)
    std::optional<std::uint64_t> nodes{};    ///< for each action
    std::optional<int> depth{};              ///< for each action
    Milliseconds margin{0};                  ///< how late an answer may be

    [[nodiscard]] bool timed() const { return time || move_time; }
    [[nodiscard]] bool bounded() const { return timed() || nodes || depth; }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads `[moves/]time[+increment]` into `control`, in seconds or minutes:seconds with decimals;
/// `inf` means no clock. Throws Error and then leaves `control` as it was.
void parse_clock(std::string_view text, TimeControl& control);

/// Seconds with decimals, of which those after the third are cut off; never negative. Throws Error.
[[nodiscard]] Milliseconds parse_seconds(std::string_view text);

/// The inverse of parse_seconds(), as short as possible: "10", "0.1". Not for negative durations.
[[nodiscard]] std::string to_seconds(Milliseconds duration);

/// As the PGN tag TimeControl: "10+0.1", "40/60+0.6", "0.5/move" for `st`, "-" for no clock.
[[nodiscard]] std::string to_text(const TimeControl& control);

/// The inverse of to_text(). What it does not say, as "?", is no clock; throws Error for other
/// texts.
[[nodiscard]] TimeControl parse_time_control(std::string_view text);

// The rules of a match, and the options by which engines are told of them.

/// Option names and values in the order in which they are sent.
using EngineOptions = std::vector<std::pair<std::string, std::string>>;

/// The cost of an illegal action (rules.md section 6).
enum class TouchRule : std::uint8_t { ForfeitGame, ForfeitTurn };

struct MatchRules {
    std::string variant;                ///< name of a preset
    std::string setup;                  ///< name of a setup
    std::filesystem::path variant_path; ///< rules file that may define `variant`; or empty
    DrawLimits limits;
    RuleSet rules; ///< of `variant`
    TouchRule touch = TouchRule::ForfeitGame;

    /// The setup's first position.
    [[nodiscard]] Position start() const;
    /// The options that every engine must have and is sent, in this order.
    [[nodiscard]] EngineOptions options() const;
};

/// `setup` empty or `preset` means that of the preset. Throws Error when a name is unknown or the
/// rules file is at fault.
[[nodiscard]] MatchRules make_match_rules(const std::string& variant, const std::string& setup,
                                          const std::filesystem::path& variant_path,
                                          DrawLimits limits);
/// The same from presets that are loaded already.
[[nodiscard]] MatchRules make_match_rules(const Presets& presets, const std::string& variant,
                                          const std::string& setup, DrawLimits limits);

} // namespace agon
