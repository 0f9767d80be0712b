#include "tools/lab/prove/goals.hpp"

#include "engine/game/seal.hpp"
#include "tools/lab/prove/approach.hpp"
#include "tools/lab/prove/fortress.hpp"

namespace agon::prove {

Goals goals_of(const RuleSet& rules, bool throne_only) {
    const Refuges refuges = refuges_of(rules);
    if (!throne_only)
        return {refuges, has_fortresses(rules),
                has_seals(rules) && rules.effect == Effect::Relocate};
    const bool reachable = rules.effect == Effect::Relocate &&
                           rules.repetition == Repetition::Draw &&
                           rules.no_action == NoAction::Pass;
    return {{.throne = reachable}, false, false, reachable && !refuges.throne};
}

bool is_safe(const RuleSet& rules, const Goals& goals, const Position& p, Side side) {
    return (goals.fortress && in_fortress(p, side)) || agon::is_safe(goals, p, side) ||
           (goals.seal && find_seal(rules, p, side));
}

} // namespace agon::prove
