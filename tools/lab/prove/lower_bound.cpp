#include "tools/lab/prove/lower_bound.hpp"

#include <algorithm>

namespace agon::solve {
namespace {

/// Steps inward that a side's guards still need.
int guard_steps(const Position& position, Side side) {
    int steps = 0;
    for (int ring = 2; ring < static_cast<int>(RINGS.size()); ++ring)
        steps += (ring - 1) *
                 static_cast<int>(
                     (position.guards(side) & RINGS[static_cast<std::size_t>(ring)]).count());
    return steps;
}

/// Turns until a queen is on the throne. Being captured costs her no turn, the relocation costs
/// one.
int queen_turns(const RuleSet& rules, Cell queen) {
    switch (rules.queen_target) {
    case QueenTarget::Anywhere: return std::min(queen.ring(), 1);
    case QueenTarget::NotThrone: return std::min(queen.ring(), 2);
    case QueenTarget::NextRing:
    case QueenTarget::NextRingAny: break;
    }
    return queen.ring();
}

} // namespace

Needed needed(const RuleSet& rules, const Position& position, Side attacker) {
    if (rules.removes() || position.placing()) return {};
    const int guards = guard_steps(position, attacker);
    return {.attacker = guards + queen_turns(rules, position.queens[attacker]),
            .guards = guards,
            .defender = guard_steps(position, ~attacker)};
}

} // namespace agon::solve
