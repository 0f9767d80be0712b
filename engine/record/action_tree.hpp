// A tree of actions from its text, which knows nothing but actions and parentheses.
#pragma once

#include "engine/game/position.hpp"
#include "engine/record/record.hpp"

#include <string_view>

namespace agon {

/// The inverse of Variations::text(): words with blanks between them, each an action or a
/// parenthesis, so no comments, numbers, tags or results. Every action has to be legal after those
/// before it, from `first` on. Throws Error naming the word, counted from 1, and what is wrong with
/// it.
[[nodiscard]] Variations parse_action_tree(const RuleSet& rules, const Position& first,
                                           std::string_view text);

} // namespace agon
