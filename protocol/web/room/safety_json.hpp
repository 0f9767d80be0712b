// Who cannot lose, for the page.
#pragma once

#include "engine/game/safety.hpp"
#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <vector>

namespace agon::page {

/// `safe` of a message (protocol/web/README.md).
[[nodiscard]] Json safety_json(const std::vector<Safety>& safe);

/// Adds who cannot lose at a node of a saved page to `safe`, by the node's number; nothing if
/// nothing is proved there.
void add_safety(Json& safe, std::size_t node, const RuleSet& rules, const Position& position);

} // namespace agon::page
