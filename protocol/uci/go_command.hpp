// The words after `go` as limits.
#pragma once

#include "engine/game.hpp"
#include "protocol/session/tokens.hpp"
#include "search/control/limits.hpp"

#include <array>
#include <string>
#include <vector>

namespace agon::protocol {

struct GoCommand {
    search::Limits limits;
    std::vector<std::string> faults; ///< to be told; the search goes ahead all the same
};

/// The words that differ between protocols: the clocks and increments by side.
struct ClockWords {
    std::array<std::string_view, 2> time, increment;
};
inline constexpr ClockWords UCI_CLOCK_WORDS = {{"wtime", "btime"}, {"winc", "binc"}};

/// Never fails: a number at fault is named and read as 0, an unknown word is named and skipped,
/// and if any clock is given the missing one of the game's chooser is 0.
[[nodiscard]] GoCommand parse_go_command(const Game& game, Tokens words, const ClockWords& clocks);

} // namespace agon::protocol
