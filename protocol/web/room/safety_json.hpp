// Who cannot lose, for the page.
#pragma once

#include "engine/game/safety.hpp"
#include "protocol/web/room/json.hpp"

#include <vector>

namespace agon::page {

/// `safe` of a message (protocol/web/README.md).
[[nodiscard]] Json safety_json(const std::vector<Safety>& safe);

} // namespace agon::page
