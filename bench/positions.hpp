// The positions that bench searches.
#pragma once

#include <span>
#include <string_view>

namespace agon::bench {

struct BenchPosition {
    std::string_view preset;
    std::string_view text;
};

/// Openings, middle games, captured pieces and queens, reserves and races, two or more for every
/// built-in preset. The signature depends on the positions and on their order.
[[nodiscard]] std::span<const BenchPosition> positions();

} // namespace agon::bench
