// A part of a match (arena.md, Shards).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agon::match {

/// Every `count`-th encounter, beginning with number `part`: pairs of games stay together, and
/// every shard plays openings from the whole file.
struct Shard {
    std::size_t part = 1;  ///< from 1
    std::size_t count = 1; ///< at least `part`

    [[nodiscard]] bool has(std::size_t encounter) const { return encounter % count == part - 1; }
};

/// "2/8". Throws Error unless 1 <= part <= count.
[[nodiscard]] Shard parse_shard(std::string_view text);
[[nodiscard]] std::string to_text(const Shard& shard);

} // namespace agon::match
