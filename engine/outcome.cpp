#include "engine/outcome.hpp"

namespace agon {
namespace {

/// Six guards around a throne that the rule set holds against their side (rules.md 4.8 c, 4.8 d
/// and 7.5 iii).
bool forfeits(const RuleSet& rules, const Position& position, Side side) {
    if (position.guards(side) != RINGS[1]) return false;
    if (position.queens[index(side)] == THRONE_CELL) return false;
    return rules.forfeit == Forfeit::NoOwnQueen || position.vacant().contains(THRONE_CELL);
}

/// The queen enthroned with all her guards around her (rules.md 4.8 a and b); in Bloody Queen with
/// all that remain, of which there must be one (rules.md 7.5 ii).
bool enthroned(const RuleSet& rules, const Position& position, Side side) {
    if (position.queens[index(side)] != THRONE_CELL) return false;
    const Bitboard guards = position.guards(side);
    if (!rules.bloody()) return guards == RINGS[1];
    return guards.any() && RINGS[1].covers(guards) && position.reserve[index(side)] == 0;
}

} // namespace

// No order among the sides matters: there is one throne, and two sides cannot fill one ring.
std::optional<Outcome> decided(const RuleSet& rules, const Position& position) {
    if (rules.bloody()) {
        for (const Side side : BOTH_SIDES)
            if (position.guards(side).none() && position.reserve[index(side)] == 0)
                return Outcome{~side, Reason::NoGuards};
        if (position.captured.any()) return std::nullopt; // looked at when all is settled
    }
    for (const Side side : BOTH_SIDES) {
        if (enthroned(rules, position, side)) return Outcome{side, Reason::Throne};
        if (forfeits(rules, position, side)) return Outcome{~side, Reason::Forfeit};
    }
    return std::nullopt;
}

std::string to_text(const std::optional<Outcome>& outcome) {
    if (!outcome) return "none";
    static constexpr const char* REASONS[] = {"throne", "forfeit", "no guards", "repetition",
                                              "no progress"};
    const std::string reason = REASONS[static_cast<std::size_t>(outcome->reason)];
    if (!outcome->winner) return "draw (" + reason + ")";
    return std::string(name(*outcome->winner)) + " wins (" + reason + ")";
}

} // namespace agon
