// Ten levels for people who play against the engine (`Level`; protocols.md section 1 (Options)).
#pragma once

#include "engine/game/move.hpp"

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>

namespace agon::search {

struct Level {
    std::uint64_t nodes; ///< limit for each action
    int chance;          ///< percent of actions that are random legal actions instead
};

// README.md has the matches between neighbouring levels that set these numbers.
inline constexpr std::array<Level, 9> LEVELS = {{
    {1, 72}, // the first iteration always finishes
    {1, 60},
    {1, 48},
    {1, 36},
    {1, 24},
    {1, 10},
    {300, 0},
    {2'500, 0},
    {30'000, 0},
}};

/// Full strength.
inline constexpr int HIGHEST_LEVEL = static_cast<int>(LEVELS.size()) + 1;

/// Precondition: `number` is 1 to HIGHEST_LEVEL - 1.
[[nodiscard]] constexpr const Level& level(int number) {
    assert(number >= 1 && number < HIGHEST_LEVEL);
    return LEVELS[static_cast<std::size_t>(number - 1)];
}

/// One of `moves` if the level plays this action at random, else nullopt. The same key and seed
/// give the same result. Preconditions: as level(), and `moves` is not empty.
[[nodiscard]] std::optional<Move> action_by_chance(int number, std::uint64_t position_key,
                                                   std::uint64_t seed, std::span<const Move> moves);

} // namespace agon::search
