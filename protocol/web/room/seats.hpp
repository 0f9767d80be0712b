// Who plays a game, in the tags of its PGN, so that it goes on after the program has ended.
#pragma once

#include "protocol/record/pgn.hpp"
#include "protocol/web/room/game_room.hpp"

#include <optional>
#include <string>
#include <vector>

namespace agon::page {

/// SINGLE_GAME with `seats`.
[[nodiscard]] PgnOptions seat_tags(const PerSide<std::optional<Chair>>& chairs);

/// Nullopt for a person, who takes the place of an engine that is not one of `engines`, too.
[[nodiscard]] PerSide<std::optional<Chair>> chairs_of(const PgnOptions& tags,
                                                      const std::vector<std::string>& engines);

} // namespace agon::page
