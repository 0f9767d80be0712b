#include "search/tree/selectivity.hpp"

#include "search/tree/tunables.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace agon::search {
namespace {

constexpr std::size_t REDUCTION_COLUMNS = 64;

const auto REDUCTIONS = [] {
    std::array<std::array<int, REDUCTION_COLUMNS>, REDUCTION_COLUMNS> table{};
    for (std::size_t depth = 1; depth < REDUCTION_COLUMNS; ++depth)
        for (std::size_t number = 1; number < REDUCTION_COLUMNS; ++number)
            table[depth][number] = static_cast<int>(parameters::REDUCTION_BASE +
                                                    std::log(static_cast<double>(depth)) *
                                                        std::log(static_cast<double>(number)) /
                                                        parameters::REDUCTION_DIVISOR);
    return table;
}();

} // namespace

bool may_win_soon(const RuleSet& rules, const Position& p, Side side) {
    if (p.queens[index(side)] != THRONE_CELL) return false;
    return rules.bloody() || (p.guards(side) & RINGS[1]).count() >= GUARDS_A_SIDE - 1;
}

Move completing_step(const RuleSet& rules, const Position& p, Side side) {
    if (rules.bloody() || !may_win_soon(rules, p, side)) return {};
    if (p.placing() || (p.captured & p.pieces[index(side)]).any()) return {};
    Bitboard missing = RINGS[1] & p.vacant();
    if (rules.between == Between::Illegal) missing -= p.between[index(~side)];
    if (missing.count() != 1) return {};
    const Cell to = missing.first();
    const Bitboard guards = OUTWARD_NEIGHBOURS[to] & p.guards(side);
    return guards.any() ? Move(guards.first(), to) : Move();
}

Score reverse_futility_margin(int depth) { return parameters::REVERSE_FUTILITY_MARGIN * depth; }

std::size_t late_actions(int depth, bool settling) {
    const int least = settling ? parameters::LATE_RELOCATIONS : parameters::LATE_STEPS;
    return static_cast<std::size_t>((least + depth * depth) / 2);
}

int late_reduction(int depth, std::size_t number, bool pv, int history) {
    const auto row = std::min(static_cast<std::size_t>(depth), REDUCTION_COLUMNS - 1);
    const auto column = std::min(number, REDUCTION_COLUMNS - 1);
    const int reduction =
        REDUCTIONS[row][column] - (pv ? 1 : 0) - history / parameters::REDUCTION_HISTORY;
    return std::clamp(reduction, 0, depth - 2);
}

} // namespace agon::search
