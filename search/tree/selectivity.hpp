// Which actions deserve how much of the search. Nothing here prunes or reduces in a search for a
// forced win of a given length (`go mate`), nor where it could turn a loss into less than that: see
// search/README.md, "The shape".
#pragma once

#include "engine/move.hpp"
#include "engine/position.hpp"
#include "search/score/score.hpp"

namespace agon::search {

/// Whether a side may be about to win: its queen on the throne, and at most one guard missing from
/// her ring, or in Bloody Queen however many (rules.md 7.5 ii). The evaluation does not see how
/// near that is.
[[nodiscard]] bool may_win_soon(const RuleSet& rules, const Position& position, Side side);

/// The step by which `side` would win if it were its turn: a guard's from ring 2 to the only cell
/// of ring 1 that is missing around its queen on the throne (rules.md 4.8 a). Move{} when there is
/// none; in Bloody Queen, which counts only the guards that remain, always.
[[nodiscard]] Move completing_step(const RuleSet& rules, const Position& position, Side side);

/// How far below the evaluation a score may come out within so many plies, in score units.
[[nodiscard]] Score reverse_futility_margin(int depth);

/// How many quiet actions are tried before the rest is left out, for depths up to LATE_DEPTH.
[[nodiscard]] std::size_t late_actions(int depth, bool settling);

/// The plies that the `number`th action (from 1) is searched less, 0 to `depth` - 2. Precondition:
/// `depth` is at least 2. `history` is ScoredMove::value of a quiet action.
[[nodiscard]] int late_reduction(int depth, std::size_t number, bool pv, int history);

} // namespace agon::search
