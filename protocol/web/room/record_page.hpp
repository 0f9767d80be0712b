// A game as a separate page, to keep or send.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/record/review.hpp"
#include "protocol/web/room/json.hpp"

#include <string>
#include <vector>

namespace agon::page {

/// One of the games of such a page: `names` play it, `ending` says how it ended. `review`, of the
/// same actions, or null.
[[nodiscard]] Json record_json(const Game& game, const PerSide<std::string>& names,
                               const std::string& ending, const Review* review);

/// HTML that needs no other file: the games on a board, step by step, with the mistakes that a
/// review has found. At least one.
[[nodiscard]] std::string record_page(const std::vector<Json>& games);

} // namespace agon::page
