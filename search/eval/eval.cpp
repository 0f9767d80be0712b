#include "search/eval/eval.hpp"

#include "engine/capture.hpp"
#include "search/eval/rings.hpp"

#include <algorithm>

namespace agon::search {
namespace {

/// A side's guards by ring. A captured guard starts again from outside and counts nothing.
Score guards_on_rings(const RuleSet& rules, const Weights& w, const Position& p, Side side) {
    const Bitboard guards = p.guards(side) - p.captured;
    Score total = 0;
    for (std::size_t r = 1; r < RING_COUNT - 1; ++r)
        total += w.guard_on_ring[r] * (guards & RINGS[r]).count();
    // Under other rules both sides have the same number, reserves included.
    if (rules.bloody()) total += w.guard_in_play * p.guards(side).count();
    return total;
}

/// The queen by ring. Her owner may put a captured queen anywhere, so she keeps her value; where
/// the enemy puts her, she starts from outside.
Score queen_on_ring(const RuleSet& rules, const Weights& w, const Position& p, Side side) {
    const Cell queen = p.queens[index(side)];
    const bool lost = p.captured.contains(queen) &&
                      (rules.bloody() || rules.queen_chooser == QueenChooser::Opponent);
    return lost ? 0 : w.queen_on_ring[static_cast<std::size_t>(ring_of(queen))];
}

/// The guards around the throne. With the queen on it they win; around an empty throne they stand
/// in each other's way, and in the end lose.
Score throne(const RuleSet& rules, const Weights& w, const Position& p, Side side) {
    const bool held = p.queens[index(side)] == THRONE_CELL;
    if (!held && p.queens[index(~side)] == THRONE_CELL) return 0;
    const Bitboard guards = p.guards(side) - p.captured;
    int around = (guards & RINGS[1]).count();
    if (!held) return w.throne_empty[static_cast<std::size_t>(around)];
    if (rules.bloody()) // only those that remain are needed
        around += GUARDS_A_SIDE - p.guards(side).count() - p.reserve[index(side)];
    const int blocked = (p.pieces[index(~side)] & RINGS[1]).count();
    return w.throne_held[static_cast<std::size_t>(around)] +
           w.throne_blocked[static_cast<std::size_t>(blocked)] +
           w.guard_ready * (guards & RINGS[2]).count();
}

/// Captured pieces: the turns that relocations cost, and in Bloody Queen the guard that a trapped
/// queen costs.
Score captured(const Weights& w, const Position& p, Side side) {
    if (p.captured.none()) return 0;
    return w.captured_guard * (p.captured & p.guards(side)).count() +
           (p.captured.contains(p.queens[index(side)]) ? w.captured_queen : 0);
}

/// The captures that a side threatens: how many cells, and how far the best one throws back.
Score threats(const RuleSet& rules, const Weights& w, const Position& p, Side side) {
    Bitboard cells = capturing_cells(rules, p, side);
    if (rules.between == Between::Illegal) cells -= p.between[index(~side)];
    Score total = 0;
    int rings = 0;
    const Bitboard own = p.pieces[index(side)];
    cells.for_each([&](Cell to) {
        Bitboard steppers = (RING_NEIGHBOURS[to] | OUTWARD_NEIGHBOURS[to]) & own;
        if (to == THRONE_CELL) steppers &= p.queen(side);
        if (steppers.none()) return;
        total += w.threat;
        rings = std::max(rings, rings_thrown_back(p.pieces[index(~side)] & NEIGHBOURS[to]));
    });
    return total + w.threat_to_ring * rings;
}

/// The free steps of a side's queen.
Score mobility(const RuleSet& rules, const Weights& w, const Position& p, Side side) {
    Bitboard open = p.vacant();
    if (rules.between == Between::Illegal) open -= p.between[index(~side)];
    return w.queen_step * (STEPS[p.queens[index(side)]] & open).count();
}

} // namespace

std::array<EvalTerm, EVAL_TERM_COUNT> evaluate_terms(const RuleSet& rules, const Weights& w,
                                                     const Position& p) {
    const auto both = [](auto term) {
        return std::array<Score, 2>{term(Side::White), term(Side::Black)};
    };
    return {{
        {"Guards", both([&](Side s) { return guards_on_rings(rules, w, p, s); })},
        {"Queen", both([&](Side s) { return queen_on_ring(rules, w, p, s); })},
        {"Throne", both([&](Side s) { return throne(rules, w, p, s); })},
        {"Threats", both([&](Side s) { return threats(rules, w, p, s); })},
        {"Captured", both([&](Side s) { return captured(w, p, s); })},
        {"Mobility", both([&](Side s) { return mobility(rules, w, p, s); })},
        {"To act", both([&](Side s) { return s == chooser(rules, p) ? w.to_act : 0; })},
    }};
}

Score evaluate(const RuleSet& rules, const Weights& w, const Position& p) {
    const Side us = chooser(rules, p);
    const auto side_total = [&](Side s) {
        return guards_on_rings(rules, w, p, s) + queen_on_ring(rules, w, p, s) +
               throne(rules, w, p, s) + threats(rules, w, p, s) + captured(w, p, s) +
               mobility(rules, w, p, s);
    };
    return side_total(us) - side_total(~us) + w.to_act;
}

} // namespace agon::search
