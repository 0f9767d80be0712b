#include "tools/arena/stats/comparable.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace agon::arena {
namespace {

using Scored = std::vector<std::set<std::size_t>>; // against whom, by player

std::vector<bool> reached(const Scored& scored, std::size_t from) {
    std::vector<bool> seen(scored.size());
    std::vector<std::size_t> open{from};
    seen[from] = true;
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (const std::size_t next : scored[at])
            if (!seen[next]) {
                seen[next] = true;
                open.push_back(next);
            }
    }
    return seen;
}

} // namespace

Comparable::Comparable(std::size_t players, const RatedResults& results,
                       const std::vector<std::size_t>& anchored)
    : groups_(players) {
    Scored scored(players);
    for (const auto& [unit, count] : results) {
        if (count <= 0) continue;
        const std::size_t most = unit.second ? 4 : 2, points = half_points_of(unit);
        if (points > 0) scored[unit.white].insert(unit.black);
        if (points < most) scored[unit.black].insert(unit.white);
    }
    for (std::size_t i = 1; i < anchored.size(); ++i) {
        scored[anchored[0]].insert(anchored[i]);
        scored[anchored[i]].insert(anchored[0]);
    }
    for (std::size_t player = 0; player < players; ++player)
        reaches_.push_back(reached(scored, player));
    // Who reaches more players is in a group above, or in one that is not related.
    std::vector<std::size_t> order(players), below(players);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t player = 0; player < players; ++player)
        below[player] = static_cast<std::size_t>(std::ranges::count(reaches_[player], true));
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return below[a] > below[b]; });
    std::vector<bool> placed(players);
    for (const std::size_t player : order) {
        if (placed[player]) continue;
        for (std::size_t other = 0; other < players; ++other)
            if (reaches_[player][other] && reaches_[other][player]) {
                groups_[other] = count_;
                placed[other] = true;
            }
        ++count_;
    }
}

} // namespace agon::arena
