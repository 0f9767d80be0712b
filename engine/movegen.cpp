#include "engine/movegen.hpp"

#include "engine/outcome.hpp"

#include <algorithm>

namespace agon {
namespace {

/// The cells of `open` on the first ring outward from `ring` that has any; from ring 5, of ring 5.
Bitboard first_ring_outward(Bitboard open, int ring) {
    for (int r = std::min(ring + 1, 5); r < 5; ++r)
        if (const Bitboard cells = open & RINGS[static_cast<std::size_t>(r)]; cells.any())
            return cells;
    return open & OUTER_RING;
}

/// 7.2: the guards that the queen may be exchanged for: those on the highest ring that has any.
Bitboard outermost(Bitboard guards) {
    for (std::size_t r = RING_COUNT; r-- > 0;)
        if (const Bitboard cells = guards & RINGS[r]; cells.any()) return cells;
    return {};
}

/// 4.5, `next-ring`: an adjacent cell of the next ring outward; failing that, any of ring 5.
Bitboard adjacent_outward(Bitboard open, Cell from) {
    const Bitboard adjacent = open & OUTWARD_NEIGHBOURS[from];
    return adjacent.any() ? adjacent : open & OUTER_RING;
}

/// The captured pieces of which one must be settled now: a queen first (4.5, 7.2).
Bitboard owed(const RuleSet& rules, const Position& p) {
    const Side owner = rules.bloody() ? ~p.turn : p.turn;
    const Bitboard queen = p.captured & p.queen(owner);
    return queen.any() ? queen : p.captured & p.pieces[index(owner)];
}

/// The one place that knows what is legal. Tells `sink` of whole sets of actions:
/// place(targets), moves(from, targets), steps<direction>(targets).
template<class Sink>
void generate(const RuleSet& rules, const Position& p, Sink& sink) {
    if (is_decided(rules, p)) return;
    if (p.placing()) {
        if (p.reserve[index(p.turn)] > 0) sink.place(p.vacant() - THRONE);
        return;
    }
    if (p.captured.any())
        if (const Bitboard pieces = owed(rules, p); pieces.any())
            return pieces.for_each(
                [&](Cell from) { sink.moves(from, relocation_targets(rules, p, from)); });

    Bitboard open = p.vacant();
    if (rules.between == Between::Illegal) open -= p.between[index(~p.turn)];
    const Cell queen = p.queens[index(p.turn)];
    sink.moves(queen, STEPS[queen] & open);
    open -= THRONE; // 4.1: only a queen enters the throne
    const Bitboard guards = p.guards(p.turn);
    for_each_direction(
        [&]<std::size_t d>() { sink.template steps<d>(shift<d>(guards & MAY_STEP[d]) & open); });
}

struct Lister {
    MoveList& list;
    void place(Bitboard targets) {
        targets.for_each([&](Cell to) { list.push_back(Move::placement(to)); });
    }
    void moves(Cell from, Bitboard targets) {
        targets.for_each([&](Cell to) { list.push_back(Move(from, to)); });
    }
    template<std::size_t d>
    void steps(Bitboard targets) {
        targets.for_each(
            [&](Cell to) { list.push_back(Move(Cell::from_index(to.index() - OFFSETS[d]), to)); });
    }
};

/// Lists the actions that end on one of some cells.
struct ListerWithin {
    Lister lister;
    Bitboard within;
    void place(Bitboard targets) { lister.place(targets & within); }
    void moves(Cell from, Bitboard targets) { lister.moves(from, targets & within); }
    template<std::size_t d>
    void steps(Bitboard targets) {
        lister.template steps<d>(targets & within);
    }
};

/// Looks for one action.
struct Finder {
    Move wanted;
    bool found = false;
    void place(Bitboard targets) {
        found |= wanted.is_placement() && targets.contains(wanted.to());
    }
    void moves(Cell from, Bitboard targets) {
        found |= wanted.from() == from && targets.contains(wanted.to());
    }
    template<std::size_t d>
    void steps(Bitboard targets) {
        found |= wanted.to().index() - wanted.from().index() == OFFSETS[d] &&
                 targets.contains(wanted.to());
    }
};

struct Counter {
    int count = 0;
    void place(Bitboard targets) { count += targets.count(); }
    void moves(Cell, Bitboard targets) { count += targets.count(); }
    template<std::size_t d>
    void steps(Bitboard targets) {
        count += targets.count();
    }
};

struct Detector {
    Bitboard targets_seen;
    void place(Bitboard targets) { targets_seen |= targets; }
    void moves(Cell, Bitboard targets) { targets_seen |= targets; }
    template<std::size_t d>
    void steps(Bitboard targets) {
        targets_seen |= targets;
    }
};

} // namespace

Bitboard relocation_targets(const RuleSet& rules, const Position& p, Cell from) {
    if (rules.bloody()) {
        const Side owner = ~p.turn;
        return from == p.queens[index(owner)] ? outermost(p.guards(owner))
                                              : first_ring_outward(p.vacant(), from.ring());
    }
    Bitboard open = p.vacant();
    if (rules.relocation_between == RelocationBetween::Illegal) open -= p.between[index(~p.turn)];
    if (from != p.queens[index(p.turn)])
        return rules.guard_target == GuardTarget::OuterRing ? open & OUTER_RING
                                                            : adjacent_outward(open, from);
    switch (rules.queen_target) {
    case QueenTarget::NotThrone: return open - THRONE;
    case QueenTarget::NextRing: return adjacent_outward(open, from);
    case QueenTarget::Anywhere: break;
    }
    return open;
}

void legal_moves(const RuleSet& rules, const Position& position, MoveList& moves) {
    moves.clear();
    Lister lister{moves};
    generate(rules, position, lister);
    if (moves.empty() && !is_decided(rules, position)) moves.push_back(Move::pass()); // 4.7
}

void legal_moves_to(const RuleSet& rules, const Position& position, Bitboard targets,
                    MoveList& moves) {
    moves.clear();
    ListerWithin lister{{moves}, targets};
    generate(rules, position, lister);
}

std::size_t count_legal(const RuleSet& rules, const Position& position) {
    Counter counter;
    generate(rules, position, counter);
    if (counter.count == 0 && !is_decided(rules, position)) return 1; // the pass of 4.7
    return static_cast<std::size_t>(counter.count);
}

bool any_legal(const RuleSet& rules, const Position& position) {
    Detector detector;
    generate(rules, position, detector);
    return detector.targets_seen.any();
}

bool is_legal(const RuleSet& rules, const Position& position, Move move) {
    if (move.is_pass()) return !any_legal(rules, position) && !is_decided(rules, position);
    Finder finder{move};
    generate(rules, position, finder);
    return finder.found;
}

} // namespace agon
