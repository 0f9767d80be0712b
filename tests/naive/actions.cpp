// What a side may do: rules.md sections 3, 4.1, 4.3, 4.5, 4.7 and 7.2 to 7.4.
#include "tests/naive/board.hpp"

#include <algorithm>

namespace naive {
namespace {

// 4.1, 4.3.
bool may_step(const Rules& rules, const State& state, Cell from, Cell to) {
    const char piece = state.board.at(from);
    if (!vacant(state, to)) return false;
    if (ring(to) > ring(from)) return false;
    if (ring(to) == 0 && !is_queen(piece)) return false;
    return rules.between != Between::Illegal || !between_enemies(rules, state, to, owner(piece));
}

void add_steps(const Rules& rules, const State& state, std::vector<std::string>& actions) {
    for (const auto& [from, piece] : state.board) {
        if (owner(piece) != state.turn) continue;
        for (const Cell to : neighbours(from)) {
            if (may_step(rules, state, from, to)) actions.push_back(name(from) + name(to));
        }
    }
}

// 3, `placement`: any vacant cell but the throne; 5, other readings: or of ring 5 only.
void add_placements(const Rules& rules, const State& state, std::vector<std::string>& actions) {
    if (state.reserve.at(state.turn) == 0) return; // ... passes, while the other has some
    for (const Cell cell : all_cells()) {
        const bool outer = rules.placement == Placement::Anywhere || ring(cell) == 5;
        if (vacant(state, cell) && ring(cell) != 0 && outer) actions.push_back(name(cell));
    }
}

// 4.5. Vacant, and not between two enemies where relocation_between = illegal.
bool may_be_put(const Rules& rules, const State& state, char side, Cell to) {
    return vacant(state, to) && (rules.relocation_between == RelocationBetween::Safe ||
                                 !between_enemies(rules, state, to, side));
}

// 4.5, next-ring: an adjacent cell one ring out; if there is none, any cell of ring 5.
std::vector<Cell> next_ring_targets(const Rules& rules, const State& state, Cell from) {
    const char side = owner(state.board.at(from));
    std::vector<Cell> targets;
    for (const Cell to : neighbours(from)) {
        if (ring(to) == ring(from) + 1 && may_be_put(rules, state, side, to)) {
            targets.push_back(to);
        }
    }
    if (!targets.empty()) return targets;
    for (const Cell to : all_cells()) {
        if (ring(to) == 5 && may_be_put(rules, state, side, to)) targets.push_back(to);
    }
    return targets;
}

// 4.5, next-ring-any: any cell of the next ring outward where the piece may be put; if that ring
// has none, of the next one outward; from ring 5, any of ring 5.
std::vector<Cell> next_ring_any_targets(const Rules& rules, const State& state, Cell from) {
    const char side = owner(state.board.at(from));
    std::vector<Cell> targets;
    for (int out = std::min(ring(from) + 1, 5); out <= 5 && targets.empty(); ++out) {
        for (const Cell to : all_cells()) {
            if (ring(to) == out && may_be_put(rules, state, side, to)) targets.push_back(to);
        }
    }
    return targets;
}

// 4.5.
std::vector<Cell> relocation_targets(const Rules& rules, const State& state, Cell from) {
    const char piece = state.board.at(from);
    const bool next_ring = is_queen(piece) ? rules.queen_target == QueenTarget::NextRing
                                           : rules.guard_target == GuardTarget::NextRing;
    if (next_ring) return next_ring_targets(rules, state, from);
    const bool next_ring_any = is_queen(piece) ? rules.queen_target == QueenTarget::NextRingAny
                                               : rules.guard_target == GuardTarget::NextRingAny;
    if (next_ring_any) return next_ring_any_targets(rules, state, from);
    std::vector<Cell> targets;
    for (const Cell to : all_cells()) {
        if (!is_queen(piece) && ring(to) != 5) continue;
        if (rules.queen_target == QueenTarget::NotThrone && ring(to) == 0) continue;
        if (may_be_put(rules, state, owner(piece), to)) targets.push_back(to);
    }
    return targets;
}

// 7.2. The guards on the highest ring on which the side has guards.
std::vector<Cell> outermost_guards(const State& state, char side) {
    int highest = 0;
    for (const Cell cell : guards_of(state, side)) highest = std::max(highest, ring(cell));
    std::vector<Cell> outermost;
    for (const Cell cell : guards_of(state, side)) {
        if (ring(cell) == highest) outermost.push_back(cell);
    }
    return outermost;
}

// 7.3. One ring out; if that is full, the next; from ring 5, ring 5.
std::vector<Cell> pushed_out_targets(const State& state, Cell from) {
    std::vector<Cell> targets;
    for (int out = std::min(ring(from) + 1, 5); out <= 5 && targets.empty(); ++out) {
        for (const Cell to : all_cells()) {
            if (ring(to) == out && vacant(state, to)) targets.push_back(to);
        }
    }
    return targets;
}

// 7. What T, the side whose turn it is, can do with a captured piece.
std::vector<Cell> settling_targets(const State& state, Cell from) {
    return is_queen(state.board.at(from)) ? outermost_guards(state, other(state.turn))
                                          : pushed_out_targets(state, from);
}

void add_relocations(const Rules& rules, const State& state, std::vector<std::string>& actions) {
    for (const Cell from : to_be_dealt_with(rules, state)) {
        const std::vector<Cell> targets = rules.effect == Effect::Bloody
                                              ? settling_targets(state, from)
                                              : relocation_targets(rules, state, from);
        for (const Cell to : targets) actions.push_back(name(from) + name(to));
    }
}

} // namespace

std::vector<std::string> actions_but_pass(const Rules& rules, const State& state) {
    std::vector<std::string> actions;
    if (in_placement(state)) {
        add_placements(rules, state, actions);
    } else if (!to_be_dealt_with(rules, state).empty()) {
        add_relocations(rules, state, actions);
    } else {
        add_steps(rules, state, actions);
    }
    return actions;
}

std::vector<std::string> legal(const Rules& rules, const State& state) {
    if (result(rules, state) != "none") return {}; // 4.8
    std::vector<std::string> actions = actions_but_pass(rules, state);
    if (actions.empty()) actions.push_back("pass"); // 4.7
    std::sort(actions.begin(), actions.end());
    return actions;
}

} // namespace naive
