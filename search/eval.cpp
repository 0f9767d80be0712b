#include "search/eval.hpp"

#include <algorithm>

namespace agon::search {
namespace {

// Units: a guard's step inward is worth about 20 to 28. By ring, from the throne outward.
constexpr std::array<Score, RING_COUNT> GUARD_ON_RING = {0, 104, 84, 56, 28, 0};
constexpr std::array<Score, RING_COUNT> QUEEN_ON_RING = {150, 80, 64, 44, 22, 0};
constexpr Score CAPTURED = 30;   ///< the turn that a relocation costs
constexpr Score STEP_TARGET = 2; ///< a cell that a piece may step to
constexpr Score TO_ACT = 12;

/// The guards of a side by how far they have come; a captured one starts again from outside.
Score guards_on_rings(const Position& p, Side side) {
    const Bitboard guards = p.guards(side) - p.captured;
    Score total = 0;
    for (std::size_t r = 1; r < RING_COUNT - 1; ++r)
        total += GUARD_ON_RING[r] * (guards & RINGS[r]).count();
    return total;
}

/// The queen's way to the throne. A captured queen may be put anywhere by her owner, so she is
/// worth what she was; put by the enemy, she starts from outside.
Score queen_on_ring(const RuleSet& rules, const Position& p, Side side) {
    const Cell queen = p.queens[index(side)];
    const bool lost = p.captured.contains(queen) &&
                      (rules.bloody() || rules.queen_chooser == QueenChooser::Opponent);
    return lost ? 0 : QUEEN_ON_RING[static_cast<std::size_t>(queen.ring())];
}

Score captured(const Position& p, Side side) {
    return -CAPTURED * (p.captured & p.pieces[index(side)]).count();
}

/// The cells that a side's pieces may step to, each counted once.
Score mobility(const RuleSet& rules, const Position& p, Side side) {
    Bitboard open = p.vacant();
    if (rules.between == Between::Illegal) open -= p.between[index(~side)];
    Bitboard targets;
    const Bitboard guards = p.guards(side);
    for_each_direction([&]<std::size_t d>() { targets |= shift<d>(guards & MAY_STEP[d]); });
    targets -= THRONE;
    targets |= STEPS[p.queens[index(side)]];
    return STEP_TARGET * (targets & open).count();
}

} // namespace

std::array<EvalTerm, EVAL_TERM_COUNT> evaluate_terms(const RuleSet& rules, const Position& p) {
    const auto both = [](auto term) {
        return std::array<Score, 2>{term(Side::White), term(Side::Black)};
    };
    return {{
        {"Guards", both([&](Side s) { return guards_on_rings(p, s); })},
        {"Queen", both([&](Side s) { return queen_on_ring(rules, p, s); })},
        {"Captured", both([&](Side s) { return captured(p, s); })},
        {"Mobility", both([&](Side s) { return mobility(rules, p, s); })},
        {"To act", both([&](Side s) { return s == chooser(rules, p) ? TO_ACT : 0; })},
    }};
}

Score evaluate(const RuleSet& rules, const Position& p) {
    const Side us = chooser(rules, p);
    const auto side_total = [&](Side s) {
        return guards_on_rings(p, s) + queen_on_ring(rules, p, s) + captured(p, s) +
               mobility(rules, p, s);
    };
    return side_total(us) - side_total(~us) + TO_ACT;
}

} // namespace agon::search
