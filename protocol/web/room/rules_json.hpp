// Rule sets as a page shows them: to choose among, and whole.
#pragma once

#include "engine/rules/presets.hpp"
#include "protocol/web/room/json.hpp"

namespace agon::page {

/// One of the `variants` of the message `lobby`: what a page knows of rules.
[[nodiscard]] Json variant_json(const Preset& preset);

/// The message `rules`.
[[nodiscard]] Json rules_json(const Preset& preset);

} // namespace agon::page
