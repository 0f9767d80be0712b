// Random openings, as OpenBench asks for them.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/session/tokens.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace agon::protocol {

inline constexpr std::int64_t MOST_FENS = 100'000'000;
inline constexpr std::int64_t MOST_SEED = INT64_MAX;

struct GenfensRequest {
    std::size_t count = 1;
    std::uint64_t seed = 0;
    std::string book; ///< EPD file of positions to start from; empty for the start position
};

/// Reads `N seed S book None|FILE`; more words, which OpenBench may add for other engines, are
/// ignored. Throws Error or program::UsageError.
[[nodiscard]] GenfensRequest parse_genfens(Tokens words);

/// Texts of unfinished positions, reached by random actions from `start` or from positions of the
/// book, with all reserves placed. Each goes to `take` as soon as it is made; ends early when that
/// returns false. The same arguments give the same texts on every machine. Throws Error when the
/// book cannot be read (as read_epd()) or when every game ends too soon.
void genfens(const Game& start, const GenfensRequest& request,
             const std::function<bool(const std::string&)>& take);

} // namespace agon::protocol
