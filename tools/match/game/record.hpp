// The record of a game.
#pragma once

#include "engine/game.hpp"
#include "tools/match/engines/engine_text.hpp"
#include "tools/match/engines/fault.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

/// Unfinished: the game was broken off.
enum class Result : std::uint8_t { WhiteWins, BlackWins, Draw, Unfinished };

/// "1-0", "0-1", "1/2-1/2" or "*".
[[nodiscard]] std::string_view to_text(Result result);
/// Nothing for other words.
[[nodiscard]] std::optional<Result> find_result(std::string_view text);
[[nodiscard]] constexpr Result win_of(Side side) {
    return side == Side::White ? Result::WhiteWins : Result::BlackWins;
}
/// 2, 1 or 0. Precondition: the game is finished.
[[nodiscard]] constexpr std::size_t half_points(Result result, Side side) {
    if (result == Result::Draw) return 1;
    return result == win_of(side) ? 2 : 0;
}

/// How the game ended, as in the PGN tag Termination.
enum class Termination : std::uint8_t {
    Normal,
    Adjudication,
    TimeForfeit,
    Abandoned,
    Stalled,
    IllegalMove,
    Unterminated,
};

/// "normal", "time forfeit" and so on (arena.md, Records).
[[nodiscard]] std::string_view to_text(Termination termination);
/// Nothing for other words.
[[nodiscard]] std::optional<Termination> find_termination(std::string_view text);
/// The fault that the termination stands for. Only the reason tells a crash from a disconnect.
[[nodiscard]] std::optional<Fault> fault_of(Termination termination, std::string_view reason);

struct Verdict {
    Result result = Result::Unfinished;
    Termination termination = Termination::Unterminated;
    std::string reason;         ///< "White wins (throne)", "Black loses on time"
    std::optional<Fault> fault; ///< of the loser, when it decided the game

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

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
    int number = 1;                   ///< in the schedule, from 1
    int round = 1;                    ///< from 1
    std::size_t encounter = 0;        ///< from 0; the games of one share an opening
    std::array<std::string, 2> names; ///< by side
    std::array<TimeControl, 2> controls;
    Position first; ///< the position before the first action
    std::vector<ActionRecord> actions;
    Position last; ///< the position after the last
    Verdict verdict;
    std::chrono::system_clock::time_point begun;
    std::chrono::system_clock::time_point ended;
};

/// The number of forfeited turns, by side.
[[nodiscard]] std::array<std::uint64_t, 2> forfeited_turns(const GameRecord& record);

} // namespace agon::match
