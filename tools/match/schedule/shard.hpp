// A part of a match, played on a machine of its own (arena.md, shards).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agon::match {

/// The encounters whose index leaves the remainder `part - 1` when divided by `count`: pairs of
/// games stay together, and every shard meets every stretch of the openings.
struct Shard {
    std::size_t part = 1;  ///< from 1
    std::size_t count = 1; ///< at least `part`

    [[nodiscard]] bool has(std::size_t encounter) const { return encounter % count == part - 1; }
};

/// "2/8". Throws Error unless 1 <= part <= count.
[[nodiscard]] Shard parse_shard(std::string_view text);
[[nodiscard]] std::string to_text(const Shard& shard);

} // namespace agon::match
