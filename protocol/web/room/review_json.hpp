// The review of a game as its page shows it.
#pragma once

#include "protocol/record/review.hpp"
#include "protocol/web/room/json.hpp"

namespace agon::page {

class GameRoom;

/// The whole review of the game so far. Precondition: there is one.
///  - `state`: as `review` above; `done`, `all`: positions that have a score, and all. The last
///    come first.
///  - `chances`, `scores`: by the number of actions before, the points that white may expect, 0 to
///    1, and the score as white sees it; null where they are not known.
///  - `losses`: by action, expected points that it lost, or null.
///  - `mistakes`: `ply` (the actions before it), `side`, `action`, `kind`, `glyph`, `loss`,
///    `better`, `line` (which begins with it), `reason` and `says` (Mistake).
///  - `totals`: of `white` and `black`, the inaccuracies, mistakes and blunders.
[[nodiscard]] Json review_json(const GameRoom& room);

/// Adds the chances, scores, losses and mistakes of a review that may be under way.
void add_review(Json& json, const Review& review);

} // namespace agon::page
