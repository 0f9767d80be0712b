#include "search/eval.hpp"

#include "search/ordering.hpp"
#include "search/rings.hpp"

#include <algorithm>

namespace agon::search {
namespace {

// Units: 250 are a logit, as a fit of these terms to decided games said; what was not clear from
// it was rounded. By ring, from the throne outward.
constexpr std::array<Score, RING_COUNT> GUARD_ON_RING = {0, 72, 62, 70, 30, 0};
constexpr ByRing<Score> QUEEN_ON({210, 270, 150, 70, 30, 0});
/// By the number of own guards on ring 1: with the queen on the throne they win, around an empty
/// throne they stand in each other's way and in the end lose.
constexpr std::array<Score, GUARDS_A_SIDE + 1> THRONE_HELD = {-100, -35, 10, 20, 45, 130, 200};
constexpr std::array<Score, GUARDS_A_SIDE + 1> THRONE_EMPTY = {40, 20, 0, -20, -25, -55, -80};
constexpr Score CAPTURED = 50;       ///< the turn that a relocation costs
constexpr Score THREAT = 30;         ///< a cell on which the next step could capture
constexpr Score THREAT_TO_RING = 12; ///< for each ring that the furthest victim would lose
constexpr Score QUEEN_STEP = 4;      ///< a cell that the queen may step to
constexpr Score TO_ACT = 16;

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
    return lost ? 0 : QUEEN_ON[queen];
}

/// How the throne and the guards around it go together.
Score throne(const Position& p, Side side) {
    const bool held = p.queens[index(side)] == THRONE_CELL;
    if (!held && p.queens[index(~side)] == THRONE_CELL) return 0;
    const auto around = static_cast<std::size_t>((p.guards(side) & RINGS[1]).count());
    return (held ? THRONE_HELD : THRONE_EMPTY)[around];
}

Score captured(const Position& p, Side side) {
    if (p.captured.none()) return 0;
    return -CAPTURED * (p.captured & p.pieces[index(side)]).count();
}

/// The captures that a side's next step could make: how many, and how far they throw back.
Score threats(const RuleSet& rules, const Position& p, Side side) {
    Bitboard cells = capturing_cells(rules, p, side);
    if (rules.between == Between::Illegal) cells -= p.between[index(~side)];
    Score total = 0;
    int rings = 0;
    const Bitboard own = p.pieces[index(side)];
    cells.for_each([&](Cell to) {
        Bitboard steppers = (RING_NEIGHBOURS[to] | OUTWARD_NEIGHBOURS[to]) & own;
        if (to == THRONE_CELL) steppers &= p.queen(side);
        if (steppers.none()) return;
        total += THREAT;
        rings = std::max(rings, rings_thrown_back(p.pieces[index(~side)] & NEIGHBOURS[to]));
    });
    return total + THREAT_TO_RING * rings;
}

/// The cells that a side's queen may step to.
Score mobility(const RuleSet& rules, const Position& p, Side side) {
    Bitboard open = p.vacant();
    if (rules.between == Between::Illegal) open -= p.between[index(~side)];
    return QUEEN_STEP * (STEPS[p.queens[index(side)]] & open).count();
}

} // namespace

std::array<EvalTerm, EVAL_TERM_COUNT> evaluate_terms(const RuleSet& rules, const Position& p) {
    const auto both = [](auto term) {
        return std::array<Score, 2>{term(Side::White), term(Side::Black)};
    };
    return {{
        {"Guards", both([&](Side s) { return guards_on_rings(p, s); })},
        {"Queen", both([&](Side s) { return queen_on_ring(rules, p, s); })},
        {"Throne", both([&](Side s) { return throne(p, s); })},
        {"Threats", both([&](Side s) { return threats(rules, p, s); })},
        {"Captured", both([&](Side s) { return captured(p, s); })},
        {"Mobility", both([&](Side s) { return mobility(rules, p, s); })},
        {"To act", both([&](Side s) { return s == chooser(rules, p) ? TO_ACT : 0; })},
    }};
}

Score evaluate(const RuleSet& rules, const Position& p) {
    const Side us = chooser(rules, p);
    const auto side_total = [&](Side s) {
        return guards_on_rings(p, s) + queen_on_ring(rules, p, s) + throne(p, s) +
               threats(rules, p, s) + captured(p, s) + mobility(rules, p, s);
    };
    return side_total(us) - side_total(~us) + TO_ACT;
}

} // namespace agon::search
