#include "search/elo_ladder.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace agon::search {

std::uint64_t nodes_for(int elo) {
    assert(elo >= MIN_ELO && elo <= MAX_ELO);
    const auto above = std::ranges::find_if(LADDER, [&](const Rung& r) { return r.elo >= elo; });
    if (above == LADDER.begin()) return above->nodes;
    const Rung& from = *std::prev(above);
    const double share = static_cast<double>(elo - from.elo) / (above->elo - from.elo);
    const double factor = static_cast<double>(above->nodes) / static_cast<double>(from.nodes);
    return static_cast<std::uint64_t>(
        std::llround(static_cast<double>(from.nodes) * std::pow(factor, share)));
}

} // namespace agon::search
