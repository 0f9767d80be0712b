#include "engine/game/zobrist.hpp"

namespace agon::zobrist {

std::uint64_t rules(const RuleSet& rules) {
    RuleSet played = rules;
    played.setup = Setup::Standard;
    std::uint64_t packed = 8;
    for (const RuleField& field : rule_fields()) packed = packed * 4 + field.get(played);
    return splitmix64(packed << 32);
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
