// Random openings for training and testing, as OpenBench asks for them.
#pragma once

#include "engine/game.hpp"
#include "protocol/session/tokens.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace agon::protocol {

inline constexpr std::int64_t MOST_FENS = 100'000'000;
inline constexpr std::int64_t MOST_SEED = INT64_MAX;

struct GenfensRequest {
    std::size_t count = 1;
    std::uint64_t seed = 0;
    std::string book; ///< an EPD file to start from; empty for the start position
};

/// Reads `N seed S book None|FILE`; words after these are another engine's and ignored, as
/// OpenBench has it. Throws Error.
[[nodiscard]] GenfensRequest parse_genfens(Tokens words);

/// Position texts of unfinished games, some random actions after `start` (or after lines of the
/// book), reserves placed. The same for the same arguments on every machine. Throws Error when the
/// book cannot be read, and when no unfinished game can be found.
[[nodiscard]] std::vector<std::string> genfens(const Game& start, const GenfensRequest& request);

} // namespace agon::protocol
