#include "engine/game/safety.hpp"

#include "engine/game/outcome.hpp"
#include "engine/game/refuges.hpp"

namespace agon {

std::vector<Safety> safe_sides(const RuleSet& rules, const Position& position) {
    std::vector<Safety> safe;
    if (is_decided(rules, position)) return safe;
    const Refuges refuges = refuges_of(rules);
    for (const Side side : BOTH_SIDES) {
        const auto seal = find_seal(rules, position, side);
        if (seal || is_safe(refuges, position, side)) safe.push_back({side, seal});
    }
    return safe;
}

} // namespace agon
