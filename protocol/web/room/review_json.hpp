// The review of a game as its page shows it.
#pragma once

#include "protocol/record/review.hpp"
#include "protocol/web/room/json.hpp"

namespace agon::page {

class GameRoom;

/// The message `review` (protocol/web/README.md). The last positions come first. Precondition:
/// there is a review.
[[nodiscard]] Json review_json(const GameRoom& room);

/// Adds the chances, scores, losses and mistakes of a review that may be under way.
void add_review(Json& json, const Review& review);

} // namespace agon::page
