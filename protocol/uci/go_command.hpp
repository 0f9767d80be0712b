// The arguments of `go`.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/session/tokens.hpp"
#include "search/limits.hpp"

#include <string>
#include <vector>

namespace agon::protocol {

struct GoCommand {
    search::Limits limits;
    std::vector<std::string> faults; ///< messages for the user; the search begins nevertheless
    bool clock_given = false;        ///< a clock, or an option of one
    bool root_moves_given = false;   ///< `searchmoves`, though all of its words may be at fault

    /// Whether the search ends by itself, and soon.
    [[nodiscard]] bool bounded() const {
        return clock_given || limits.move_time || limits.depth || limits.nodes || limits.mate;
    }
};

/// The names of the clocks and increments, by side; they differ between protocols.
struct ClockWords {
    PerSide<std::string_view> time, increment;
};
inline constexpr ClockWords UCI_CLOCK_WORDS = {{"wtime", "btime"}, {"winc", "binc"}};

/// Never fails: an invalid number is reported and read as 0, an unknown word is reported and
/// skipped, also among `searchmoves`. These may still have illegal actions, which settle() removes.
[[nodiscard]] GoCommand parse_go_command(Tokens words, const ClockWords& clocks);

/// Fits the command to the game that is searched: illegal `searchmoves` are reported and omitted,
/// and if any clock is given but not the chooser's, that one is 0 (protocols.md section 1
/// (Conduct)).
void settle(GoCommand& command, const Game& game);

} // namespace agon::protocol
