// The settings of an engine (arena.md, Engines).
#pragma once

#include "engine/board/side.hpp"
#include "engine/record/match_rules.hpp"
#include "engine/record/record.hpp"
#include "tools/arena/conversation/clock.hpp"
#include "tools/arena/conversation/process.hpp"

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

enum class Dialect : std::uint8_t { Uci, Ugi };

/// The record keeps the last line that matches, of those an engine writes while it thinks.
struct KeptLine {
    std::string pattern;
    std::regex regex; ///< made from `pattern`
};

struct EngineConfig {
    std::string name; ///< printable ASCII without space and colon
    Command command;
    Dialect dialect = Dialect::Uci;
    TimeControl time_control;
    EngineOptions options; ///< from the command line; the engine may lack them
    bool ponder = false;   ///< think in the opponent's time, if it can
    std::vector<KeptLine> kept_lines;
    bool trust = false;               ///< it may play without the match's options
    bool allow_refusal = false;       ///< it may play without those `options` that it refuses
    bool restart = false;             ///< a new process for every game of a match
    Milliseconds start_limit{10'000}; ///< from its start to `uciok`
    Milliseconds stall_limit{60'000}; ///< for `readyok`, and for an answer without a time limit
};

[[nodiscard]] inline std::vector<std::string> names_of(const std::vector<EngineConfig>& engines) {
    std::vector<std::string> names;
    for (const EngineConfig& engine : engines) names.push_back(engine.name);
    return names;
}

// The lines of UCI and UGI that an arena writes and reads (protocols.md sections 1 and 2).

/// A line `option name ... type ...`.
struct OfferedOption {
    std::string name;
    std::string type;                        ///< "spin", "check", "combo", "button", "string"
    std::optional<std::int64_t> least, most; ///< of a spin, if given
    std::vector<std::string> choices{};      ///< of a combo
};
/// Nothing for other lines.
[[nodiscard]] std::optional<OfferedOption> read_option(std::string_view line);

/// What is wrong with a value, or nothing: "expected an integer from 1 to 1024, got 'abc'". As in
/// UCI, the values of a combo and a check are case-insensitive. A string may be anything.
[[nodiscard]] std::optional<std::string> value_fault(const OfferedOption& option,
                                                     const std::string& value);

/// The line `setoption` for that option; a button has no value.
[[nodiscard]] std::string setoption_text(const OfferedOption& option, const std::string& value);

/// The line with which an engine can list an option of the match, as a hint to its author: "option
/// name Setup type combo default standard var standard".
[[nodiscard]] std::string option_line(const std::string& name, const std::string& value);

/// What an engine says in a line that it writes between a `setoption` and the next `readyok`.
struct OptionReply {
    std::string words; ///< without `info string`
    bool refuses = false;
};
/// Nothing for lines that say nothing to the user. A reply refuses when its words begin with
/// `setoption`, or name a fault ("cannot", "expected", "not found", ...) outside the value itself;
/// "NNUE evaluation using nn-1.nnue" and "Using 4 threads" only inform.
[[nodiscard]] std::optional<OptionReply> read_option_reply(std::string_view line,
                                                           std::string_view value);

/// The words of a line `info string ...`; nothing for other lines. A view of the line.
[[nodiscard]] std::optional<std::string_view> read_info_string(std::string_view line);

/// The words of a line `response ...`, with one blank between two of them; nothing for other lines.
[[nodiscard]] std::optional<std::string> read_response(std::string_view line);

/// The name in a line `option name ... type ...`; nothing for other lines.
[[nodiscard]] std::optional<std::string> read_option_name(std::string_view line);

/// The `go` of an engine that plays for `side`. `clocks` and `controls` are by side; a clock is
/// sent as at least 1 ms. An engine without a clock is not sent the other side's: it would take its
/// own to be 0. `ponder` makes it `go ponder`, with the clocks as they are before the opponent's
/// action. Precondition: controls[side].bounded().
[[nodiscard]] std::string go_text(Dialect dialect, Side side, const PerSide<Clock>& clocks,
                                  const PerSide<TimeControl>& controls, bool ponder = false);

} // namespace agon::match
