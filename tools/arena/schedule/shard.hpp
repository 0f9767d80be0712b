// A part of a match (arena.md, Shards).
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agon::arena {

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

/// The available shards of one match.
class ShardSet {
public:
    /// Adds the shards of `file`; none means the whole match. Throws Error naming `file` if its
    /// match is divided into a different number of shards.
    void add(const std::string& file, const std::vector<Shard>& shards);

    [[nodiscard]] bool has(const Shard& shard) const { return parts_.contains(shard.part); }
    [[nodiscard]] std::vector<Shard> held() const;
    [[nodiscard]] std::vector<Shard> missing() const;

private:
    std::set<std::size_t> parts_;
    std::size_t count_ = 0;
    bool whole_ = false;
};

/// "Missing: shards 2/4, 4/4" and a line feed; empty if none is missing.
[[nodiscard]] std::string missing_text(const std::vector<Shard>& missing);

} // namespace agon::arena
