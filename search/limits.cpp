#include "search/limits.hpp"

#include "engine/game/zobrist.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

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

std::optional<Move> action_by_chance(int number, std::uint64_t position_key, std::uint64_t seed,
                                     std::span<const Move> moves) {
    assert(!moves.empty());
    const std::uint64_t random = zobrist::scatter(position_key ^ zobrist::scatter(seed));
    if (random % 100 >= static_cast<std::uint64_t>(level(number).chance)) return std::nullopt;
    return moves[(random >> 32) % moves.size()];
}

} // namespace agon::search
