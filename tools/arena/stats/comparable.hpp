// Whose ratings can be compared.
#pragma once

#include "tools/arena/stats/rated_results.hpp"

#include <cstddef>
#include <vector>

namespace agon::arena {

/// Which differences in rating have a finite maximum of the likelihood. They have one between two
/// players if each has scored something, through others if need be, against the other; otherwise a
/// larger difference is always more likely, or nothing is known about it (Zermelo 1929, Ford 1957).
class Comparable {
public:
    /// Ratings in `anchored` are given, so those players are comparable whatever they scored.
    Comparable(std::size_t players, const RatedResults& results,
               const std::vector<std::size_t>& anchored);

    /// The group of each player, by number from 0: all in it can be compared, and no others. A
    /// group that is above another has a lower number.
    [[nodiscard]] const std::vector<std::size_t>& groups() const { return groups_; }
    [[nodiscard]] std::size_t count() const { return count_; }
    /// Whether the first player has scored, through others if need be, and the second has not: the
    /// difference is infinite.
    [[nodiscard]] bool is_above(std::size_t first, std::size_t second) const {
        return reaches_[first][second] && !reaches_[second][first];
    }

private:
    std::vector<std::vector<bool>> reaches_;
    std::vector<std::size_t> groups_;
    std::size_t count_ = 0;
};

} // namespace agon::arena
