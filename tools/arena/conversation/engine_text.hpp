// The lines of UCI and UGI that an arena writes and reads (protocols.md sections 1 and 2).
#pragma once

#include "engine/board/side.hpp"
#include "protocol/record/time_control.hpp"
#include "tools/arena/conversation/engine_config.hpp"
#include "tools/arena/conversation/game_clock.hpp"
#include "tools/arena/conversation/process.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon::arena {

/// The line with which an engine can list an option of the match, as a hint to its author: "option
/// name Setup type combo default standard var standard".
[[nodiscard]] std::string option_line(const std::string& name, const std::string& value);

/// A line that an engine writes between a `setoption` and the next `readyok`.
struct OptionReply {
    std::string words; ///< without `info string`
    bool refuses = false;
};
/// Returns nullopt for lines without a message to the user. A reply is a refusal if it begins
/// with `setoption`, or has words such as "cannot", "expected" or "not found" outside the value;
/// "NNUE evaluation using nn-1.nnue" and "Using 4 threads" are only information.
[[nodiscard]] std::optional<OptionReply> read_option_reply(std::string_view line,
                                                           std::string_view value);

/// The words of a line `info string ...`; nullopt for other lines. A view of the line.
[[nodiscard]] std::optional<std::string_view> read_info_string(std::string_view line);

/// The words of a line `response ...`, separated by single spaces; nullopt for other lines.
[[nodiscard]] std::optional<std::string> read_response(std::string_view line);

/// The `go` of an engine that plays for `side`. `clocks` and `controls` are by side; a clock is
/// sent as at least 1 ms. An engine without a clock is not sent the other side's: it would assume
/// that its own is 0. `ponder` makes it `go ponder`, with the clocks as they are before the
/// opponent's action. Precondition: controls[side].bounded().
[[nodiscard]] std::string go_text(EngineProtocol protocol, Side side,
                                  const PerSide<GameClock>& clocks,
                                  const PerSide<TimeControl>& controls, bool ponder = false);

} // namespace agon::arena
