// Pruning and reductions. The search uses none of them in an exact search (`go mate`), nor where
// they could hide a loss: search/README.md, "How it works".
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

namespace agon::search {

/// Whether a side may win soon: its queen is on the throne and at most one guard is missing from
/// the ring around her, or any number are missing if guards can be removed (rules.md 4.10 and 7.5
/// ii). The evaluation does not see how near such a win is.
[[nodiscard]] bool may_win_soon(const RuleSet& rules, const Position& position, Side side);

/// The step by which `side` would win if it were its turn: with its queen on the throne, the step
/// of its last guard outside ring 1 onto ring 1 (rules.md 4.8 a and 4.10). Move{} if there is none,
/// and always in Bloody Queen.
[[nodiscard]] Move completing_step(const RuleSet& rules, const Position& position, Side side);

/// The step that turns `now` into `then`, an earlier position. Move{} when there is none.
[[nodiscard]] Move returning_step(const RuleSet& rules, const Position& now, const Position& then);

/// Late move pruning: how many quiet actions are tried, for depths up to LATE_DEPTH.
[[nodiscard]] std::size_t late_actions(int depth);

/// Late move reductions: the plies by which the `number`th action (from 1) is reduced, 0 to
/// `depth` - 2. `depth` is at least 2.
[[nodiscard]] int late_reduction(int depth, std::size_t number, bool pv);

} // namespace agon::search
