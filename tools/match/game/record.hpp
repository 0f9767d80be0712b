// What the arena keeps of a game.
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

/// Who won: white, black, nobody; or the game was broken off.
enum class Result : std::uint8_t { WhiteWins, BlackWins, Draw, Unfinished };

/// "1-0", "0-1", "1/2-1/2" or "*".
[[nodiscard]] std::string_view to_text(Result result);
[[nodiscard]] constexpr Result win_of(Side side) {
    return side == Side::White ? Result::WhiteWins : Result::BlackWins;
}
/// 2, 1 or 0 of a finished game.
[[nodiscard]] constexpr std::size_t half_points(Result result, Side side) {
    if (result == Result::Draw) return 1;
    return result == win_of(side) ? 2 : 0;
}

/// What ended the game, as the PGN tag Termination tells it apart.
enum class Termination : std::uint8_t {
    Normal,
    Adjudication,
    TimeForfeit,
    Abandoned,
    Stalled,
    IllegalMove,
    Unterminated,
};

/// "normal", "time forfeit" and so on, as listed in arena.md, EPD.
[[nodiscard]] std::string_view to_text(Termination termination);

/// How a game ended.
struct Verdict {
    Result result = Result::Unfinished;
    Termination termination = Termination::Unterminated;
    std::string reason;         ///< "White wins (throne)", "Black loses on time"
    std::optional<Fault> fault; ///< of the loser, when an engine's fault decided

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// One action and what its chooser said of it. A forfeited turn is a pass with a reason.
struct ActionRecord {
    Move move;
    Side chooser = Side::White;
    Evaluation evaluation;
    Microseconds elapsed{0};
    bool book = false;       ///< from the opening, so nobody chose it
    std::string forfeited{}; ///< why the turn was forfeited; empty for an action that was played
};

struct GameRecord {
    int number = 1;                   ///< from 1, in the order of the schedule
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

/// By side: how many turns it forfeited.
[[nodiscard]] std::array<std::uint64_t, 2> forfeited_turns(const GameRecord& record);

} // namespace agon::match
