// Reads a tree of actions from text with only actions and parentheses.
#pragma once

#include "engine/game/position.hpp"
#include "engine/notation/variations.hpp"

#include <string_view>

namespace agon {

/// The inverse of Variations::text(): words separated by blanks, each an action or a parenthesis,
/// so no comments, numbers, tags or results. Every action must be legal after those before it,
/// starting from `first`. Throws Error naming the word, counted from 1, and what is wrong with it.
[[nodiscard]] Variations parse_action_tree(const RuleSet& rules, const Position& first,
                                           std::string_view text);

} // namespace agon
