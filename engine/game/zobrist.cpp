#include "engine/game/zobrist.hpp"

namespace agon::zobrist {

std::uint64_t rules(const RuleSet& rules) {
    RuleSet played = rules;
    played.setup = Setup::Standard;
    const std::span fields(rule_fields());
    std::uint64_t packed = 8;
    for (const RuleField& field : fields.first(OLD_RULE_FIELDS))
        packed = packed * 4 + field.get(played);
    std::uint64_t key = splitmix64(packed << 32);
    for (std::size_t i = OLD_RULE_FIELDS; i < fields.size(); ++i) // 0: the key of version 0.3
        if (const std::size_t value = fields[i].get(played); value > 0)
            key = splitmix64(key ^ (i << 8 | value));
    return key;
}

std::uint64_t key_of(const RuleSet& rule_set, const Position& position) {
    std::uint64_t key = rules(rule_set);
    for (const Side side : BOTH_SIDES) {
        position.guards(side).for_each([&](Cell c) { key ^= piece(side, Piece::Guard, c); });
        key ^= piece(side, Piece::Queen, position.queens[side]);
        key ^= reserve(side, position.reserve[side]);
    }
    position.captured.for_each([&](Cell c) { key ^= captured(c); });
    if (position.turn == Side::Black) key ^= BLACK_TO_MOVE;
    return key;
}

} // namespace agon::zobrist
