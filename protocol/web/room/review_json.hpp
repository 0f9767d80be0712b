// The review of a game as its page shows it.
#pragma once

#include "protocol/record/review.hpp"
#include "protocol/web/room/json.hpp"

#include <string_view>

namespace agon::page {

/// The message `review` (protocol/web/README.md) of a review in that state, without its game.
[[nodiscard]] Json review_json(const Review& review, std::string_view state);

/// Adds the chances, scores, losses and mistakes of a review that may be under way.
void add_review(Json& json, const Review& review);

} // namespace agon::page
