#include "search/selectivity.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/legal.hpp"
#include "search/tunables.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace agon::search {
namespace {

constexpr std::size_t LOG_COUNT = 64;

const auto LOGS = [] {
    std::array<double, LOG_COUNT> table{};
    for (std::size_t i = 1; i < LOG_COUNT; ++i) table[i] = std::log(static_cast<double>(i));
    return table;
}();

double log_of(std::size_t number) { return LOGS[std::min(number, LOG_COUNT - 1)]; }

} // namespace

bool may_win_soon(const RuleSet& rules, const Position& p, Side side) {
    if (p.queens[side] != THRONE_CELL) return false;
    return rules.removes() || (p.guards(side) & RINGS[1]).count() >= GUARDS_A_SIDE - 1;
}

Move completing_step(const RuleSet& rules, const Position& p, Side side) {
    if (rules.bloody() || !may_win_soon(rules, p, side)) return {};
    if (p.placing() || (p.captured & p.pieces[side]).any()) return {};
    const Bitboard outside = p.guards(side) - RINGS[1];
    if (outside.count() != 1) return {};
    Bitboard targets = RINGS[1] & step_targets(rules, p, side, outside.first());
    if (rules.removes()) targets -= trapping_cells(rules, p, side); // the guard is gone at once
    return targets.any() ? Move(outside.first(), targets.first()) : Move();
}

Move returning_step(const RuleSet& rules, const Position& now, const Position& then) {
    const Side us = now.turn;
    if (now.pieces[~us] != then.pieces[~us]) return {};
    const Bitboard from = now.pieces[us] - then.pieces[us];
    const Bitboard to = then.pieces[us] - now.pieces[us];
    if (from.count() != 1 || to.count() != 1) return {};
    const Move step(from.first(), to.first());
    if (is_settling(rules, now) || !is_legal(rules, now, step)) return {};
    return after(rules, now, step).key == then.key ? step : Move();
}

std::size_t late_actions(int depth) {
    assert(depth > 0 && depth <= tunables::LATE_DEPTH);
    return static_cast<std::size_t>((tunables::LATE_ACTIONS + depth * depth) / 2);
}

int late_reduction(int depth, std::size_t number, bool pv) {
    assert(depth >= 2 && number >= 1);
    const double plies = tunables::REDUCTION_BASE / 100.0 +
                         log_of(static_cast<std::size_t>(depth)) * log_of(number) /
                             (tunables::REDUCTION_DIVISOR / 100.0);
    return std::clamp(static_cast<int>(plies) - (pv ? 1 : 0), 0, depth - 2);
}

} // namespace agon::search
