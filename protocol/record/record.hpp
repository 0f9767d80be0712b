// The record of a game: actions and how engines judged them, the result.
#pragma once

#include "engine/board/side.hpp"
#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/time_control.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// One action and how its engine judged it. A forfeited turn is a pass with a reason.
struct ActionRecord {
    Move move;
    Side chooser = Side::White;
    Evaluation evaluation;
    Microseconds elapsed{0};
    bool book = false;       ///< from the opening
    std::string forfeited{}; ///< why the turn was forfeited; empty for other actions
};

struct GameRecord {
    int number = 1;             ///< in the schedule, from 1
    int round = 1;              ///< from 1
    std::size_t encounter = 0;  ///< from 0; the games of one share an opening
    PerSide<std::string> names; ///< by side
    PerSide<TimeControl> controls;
    Position first; ///< the position before the first action
    std::vector<ActionRecord> actions;
    Position last; ///< the position after the last
    Verdict verdict;
    /// 1970-01-01 if unknown. If only the day is known, its midnight, and `ended` is the same.
    std::chrono::system_clock::time_point begun;
    std::chrono::system_clock::time_point ended;
};

/// The number that the text of a round begins with, as in "3" or "3.2"; that of a new record where
/// it begins with none, such as "?" or "-".
[[nodiscard]] int read_round(std::string_view text);

/// The number of forfeited turns, by side.
[[nodiscard]] PerSide<std::uint64_t> forfeited_turns(const GameRecord& record);

} // namespace agon
