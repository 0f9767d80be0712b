#include "engine/game/outcome.hpp"

#include "engine/game/movegen.hpp"

namespace agon {
namespace {

/// Whether the six guards of a side fill ring 1 in a way that ends the game (rules.md 4.8 c, d,
/// 7.5 iii).
bool forfeits(const RuleSet& rules, const Position& position, Side side) {
    if (position.guards(side) != RINGS[1] || rules.forfeit == Forfeit::None) return false;
    if (position.queens[side] == THRONE_CELL) return false;
    return rules.forfeit == Forfeit::NoOwnQueen || position.vacant().contains(THRONE_CELL);
}

/// Whether a side has its queen on the throne and all its guards on ring 1 (rules.md 4.8 a, b); if
/// guards are removed, all that remain, at least one (rules.md 4.10 and 7.5 ii).
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

} // namespace agon
