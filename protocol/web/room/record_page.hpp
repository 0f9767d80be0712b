// A game as a separate page, to keep or send.
#pragma once

#include "engine/game/game.hpp"
#include "engine/notation/variations.hpp"
#include "protocol/record/review.hpp"
#include "protocol/web/room/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agon::page {

/// What such a page shows of a game.
struct PageGame {
    std::string_view variant, setup;
    PerSide<std::string> names;
    std::string_view result;          ///< "1-0", or "" while it goes on
    Json ending;                      ///< as in the message `game`; or null
    const Review* review = nullptr;   ///< of the same actions
    const Variations* tree = nullptr; ///< then all of it is shown, not only the actions
};

/// One of the games of such a page.
[[nodiscard]] Json record_json(const Game& game, const PageGame& shown);

/// HTML that needs no other file: the games on a board, step by step, with variations and comments,
/// and with what a review has found. At least one.
[[nodiscard]] std::string record_page(const std::vector<Json>& games);

} // namespace agon::page
