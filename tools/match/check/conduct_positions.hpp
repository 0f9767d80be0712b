// Positions to ask an engine about.
#pragma once

#include "tools/match/game/match_rules.hpp"

#include <string_view>
#include <vector>

namespace agon::match {

/// White to act, WINNING_ACTION wins at once by every rule set.
[[nodiscard]] Position win_in_one(const MatchRules& rules);
inline constexpr std::string_view WINNING_ACTION = "d4e5";

/// Positions of random games that go on and in which captured pieces wait, `count` of them unless
/// the games bring fewer. The same for the same rules.
[[nodiscard]] std::vector<Position> positions_with_captives(const MatchRules& rules,
                                                            std::size_t count);

} // namespace agon::match
