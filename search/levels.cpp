#include "search/levels.hpp"

#include "engine/game/zobrist.hpp"

namespace agon::search {

std::optional<Move> action_by_chance(int number, std::uint64_t position_key, std::uint64_t seed,
                                     std::span<const Move> moves) {
    assert(!moves.empty());
    const std::uint64_t random = zobrist::splitmix64(position_key ^ zobrist::splitmix64(seed));
    if (random % 100 >= static_cast<std::uint64_t>(level(number).chance)) return std::nullopt;
    return moves[(random >> 32) % moves.size()];
}

} // namespace agon::search
