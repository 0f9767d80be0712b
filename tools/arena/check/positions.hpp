// Positions to ask an engine under test about.
#pragma once

#include "engine/game/position.hpp"
#include "protocol/record/match_rules.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace agon::arena {

/// White to act; WINNING_ACTION wins at once under every rule set.
[[nodiscard]] Position win_in_one(const MatchRules& rules);
inline constexpr std::string_view WINNING_ACTION = "d4e5";

/// Up to `count` positions of unfinished random games in which captured pieces wait to be
/// relocated. Deterministic.
[[nodiscard]] std::vector<Position> positions_with_captives(const MatchRules& rules,
                                                            std::size_t count);

} // namespace agon::arena
