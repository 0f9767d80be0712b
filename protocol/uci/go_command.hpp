// The arguments of `go`.
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
    std::vector<std::string> faults; ///< messages for the user; the search begins nevertheless
};

/// The names of the clocks and increments, by side; they differ between protocols.
struct ClockWords {
    std::array<std::string_view, 2> time, increment;
};
inline constexpr ClockWords UCI_CLOCK_WORDS = {{"wtime", "btime"}, {"winc", "binc"}};

/// Never fails: a faulty number is reported and read as 0, an unknown word is reported and skipped.
/// If any clock is given but not the chooser's, that one is 0 (protocols.md section 1 (Conduct)).
[[nodiscard]] GoCommand parse_go_command(const Game& game, Tokens words, const ClockWords& clocks);

} // namespace agon::protocol
