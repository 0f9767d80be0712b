#include "engine/game/outcome.hpp"

#include "engine/game/legal.hpp"

namespace agon {
namespace {

/// Whether the six guards of a side fill ring 1 in a way that ends the game (rules.md 4.8 c, d,
/// 7.5 iii).
bool forfeits(const RuleSet& rules, const Position& position, Side side) {
    if (position.guards(side) != RINGS[1] || rules.forfeit == Forfeit::None) return false;
    if (position.queens[side] == THRONE_CELL) return false;
    return rules.forfeit == Forfeit::NoOwnQueen || position.vacant().contains(THRONE_CELL);
}

/// Whether a side has its queen on the throne and all its guards on ring 1 (rules.md 4.8 a, b);
/// where guards are removed, all that remain, at least one (rules.md 4.10 and 7.5 ii).
bool enthroned(const RuleSet& rules, const Position& position, Side side) {
    if (position.queens[side] != THRONE_CELL) return false;
    const Bitboard guards = position.guards(side);
    if (!rules.removes()) return guards == RINGS[1];
    return guards.any() && RINGS[1].covers(guards) && position.reserve[side] == 0;
}

} // namespace

// The order of the sides matters only for their last guards, since there is one throne and only one
// side can fill ring 1. The turn of a decided position has passed.
std::optional<Outcome> decided_by_pieces(const RuleSet& rules, const Position& position) {
    if (rules.removes())
        for (const Side side : {~position.turn, position.turn})
            if (position.guards(side).none() && position.reserve[side] == 0)
                return Outcome{~side, Reason::NoGuards};
    if (rules.bloody() && position.captured.any()) return std::nullopt; // to be settled first
    for (const Side side : BOTH_SIDES) {
        if (enthroned(rules, position, side)) return Outcome{side, Reason::Throne};
        if (!forfeits(rules, position, side)) continue;
        if (rules.forfeit == Forfeit::Draw) return Outcome{std::nullopt, Reason::Ring};
        return Outcome{~side, Reason::Forfeit};
    }
    return std::nullopt;
}

std::optional<Outcome> decided(const RuleSet& rules, const Position& position) {
    if (const auto end = decided_by_pieces(rules, position)) return end;
    if (rules.no_action == NoAction::Pass || position.placing() || any_legal(rules, position))
        return std::nullopt;
    return Outcome{~position.turn, Reason::NoAction};
}

std::string to_text(const std::optional<Outcome>& outcome) {
    if (!outcome) return "none";
    static constexpr const char* REASONS[] = {"throne",      "forfeit", "no guards", "repetition",
                                              "no progress", "ring",    "no action"};
    const std::string reason = REASONS[static_cast<std::size_t>(outcome->reason)];
    if (!outcome->winner) return "draw (" + reason + ")";
    return std::string(name(*outcome->winner)) + " wins (" + reason + ")";
}

namespace {

/// Two pieces on ring 1 that protect each other, as S asks.
bool has_gap_pair(Bitboard own, Bitboard enemies) {
    bool found = false;
    own.for_each([&](Cell c) {
        const Bitboard middles = RING_NEIGHBOURS[c] - enemies;
        found |= (middles & own).any();
        middles.for_each(
            [&](Cell m) { found |= (RING_NEIGHBOURS[m] & (own - Bitboard(c))).any(); });
    });
    return found;
}

/// S6, the cells of ring 1 aside: the other guards are on ring 5, but for one on ring 4, which is
/// captured or has a side that is not an enemy's.
bool others_outside(const Position& p, Side side, Bitboard others) {
    const Bitboard inner = others - RINGS[5];
    if (inner.none()) return true;
    if (inner.count() > 1 || !RINGS[4].covers(inner)) return false;
    return (inner & p.captured).any() || (RING_NEIGHBOURS[inner.first()] - p.pieces[~side]).any();
}

bool has_pair(const Position& p, Side side) {
    const Cell queen = p.queens[side];
    if (queen.ring() != 1 || p.captured.contains(queen)) return false;
    bool found = false;
    ((RING_NEIGHBOURS[queen] & p.guards(side)) - p.captured).for_each([&](Cell guard) {
        found |= others_outside(p, side, p.guards(side) - Bitboard(guard));
    });
    return found;
}

} // namespace

Refuges refuges_of(const RuleSet& rules) {
    if (rules.flank != Flank::Ring || rules.effect != Effect::Relocate ||
        rules.repetition != Repetition::Draw || rules.no_action != NoAction::Pass)
        return {};
    const bool queen_stays_out = rules.relocation_between == RelocationBetween::Illegal ||
                                 rules.queen_chooser == QueenChooser::Opponent ||
                                 rules.queen_target == QueenTarget::NextRing ||
                                 rules.queen_target == QueenTarget::NextRingAny;
    return {.throne = true,
            .gap = rules.between == Between::Illegal && queen_stays_out,
            .pair = rules.between == Between::Captured &&
                    (rules.relocation_captures || rules.guard_target == GuardTarget::OuterRing)};
}

bool is_safe(const Refuges& refuges, const Position& p, Side side) {
    if (refuges.throne && p.queens[side] == THRONE_CELL) return true;
    const Bitboard ring = (p.pieces[side] & RINGS[1]) - p.captured;
    if (ring.count() < 2 || p.placing()) return false; // placements are not blocked
    return (refuges.gap && has_gap_pair(ring, p.pieces[~side])) ||
           (refuges.pair && has_pair(p, side));
}

} // namespace agon
