// Random openings in the form that OpenBench expects.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/session/tokens.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace agon::protocol {

inline constexpr std::int64_t MAX_FENS = 100'000'000;
inline constexpr std::int64_t MAX_SEED = INT64_MAX;

struct GenfensRequest {
    std::size_t count = 1;
    std::uint64_t seed = 0;
    std::string book; ///< EPD file of positions to start from; empty for the start position
};

/// Reads `N seed S book None|FILE`. Leaves further words, which OpenBench may add for other
/// engines, to the caller. Throws Error or program::UsageError.
[[nodiscard]] GenfensRequest parse_genfens(Tokens words);

/// The positions of the book, or that of `start` without one. Throws Error as read_epd().
[[nodiscard]] std::vector<Position> genfens_starts(const Game& start, const std::string& book);

/// Texts of unfinished positions, reached by random actions from the `starts`, with all reserves
/// placed, under the rules and limits of `game`. Each goes to `take` immediately; ends early
/// if that returns false. The same arguments give the same texts on every machine. Throws Error
/// when every game ends too soon.
void genfens(const Game& game, const std::vector<Position>& starts, const GenfensRequest& request,
             const std::function<bool(const std::string&)>& take);

} // namespace agon::protocol
