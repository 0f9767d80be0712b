// Openings for a game to watch: one side is better, and wins soon.
#pragma once

#include "engine/board/side.hpp"

#include <span>
#include <string_view>

namespace agon::protocol {

struct WatchedOpening {
    std::string_view position; ///< of the standard setup's pieces, none captured
    Side better;
};

/// The level of the worse side in such a game. Between equals half of them would not end: the
/// better side does not see a forced win yet.
inline constexpr int WEAKER_LEVEL = 7;

[[nodiscard]] std::span<const WatchedOpening> watched_openings();

} // namespace agon::protocol
