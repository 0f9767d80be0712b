// How a game ended (arena.md, Records).
#pragma once

#include "engine/board/side.hpp"
#include "protocol/record/fault.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

/// Unfinished: the game was interrupted.
enum class Result : std::uint8_t { WhiteWins, BlackWins, Draw, Unfinished };

/// "1-0", "0-1", "1/2-1/2" or "*".
[[nodiscard]] std::string_view to_text(Result result);
/// nullopt for other words.
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
/// nullopt for other words. Other programs write "Time forfeit", so case is ignored.
[[nodiscard]] std::optional<Termination> find_termination(std::string_view text);
/// The fault that the termination stands for. Only the reason distinguishes a crash from a
/// disconnect.
[[nodiscard]] std::optional<Fault> fault_of(Termination termination, std::string_view reason);

struct Verdict {
    Result result = Result::Unfinished;
    Termination termination = Termination::Unterminated;
    std::string reason;         ///< "White wins (throne)", "Black loses on time"
    std::optional<Fault> fault; ///< of the loser, when it decided the game

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

} // namespace agon
