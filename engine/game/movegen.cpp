#include "engine/game/movegen.hpp"

#include "engine/game/legal.hpp"

namespace agon {
namespace {

// Sinks for generate().

/// Lists the actions that end on one of `within`.
struct Lister {
    MoveList& list;
    Bitboard within = BOARD;
    void place(Bitboard targets) {
        (targets & within).for_each([&](Cell to) { list.push_back(Move::placement(to)); });
    }
    void moves(Cell from, Bitboard targets) {
        (targets & within).for_each([&](Cell to) { list.push_back(Move(from, to)); });
    }
    template<std::size_t d>
    void steps(Bitboard targets) {
        (targets & within).for_each([&](Cell to) { list.push_back(Move(origin<d>(to), to)); });
    }
};

struct CountSink {
    int count = 0;
    void place(Bitboard targets) { count += targets.count(); }
    void moves(Cell, Bitboard targets) { count += targets.count(); }
    template<std::size_t d>
    void steps(Bitboard targets) {
        count += targets.count();
    }
};

/// A sink of generate(): whether there is any action.
struct Detector {
    Bitboard seen;
    void place(Bitboard targets) { seen |= targets; }
    void moves(Cell, Bitboard targets) { seen |= targets; }
    template<std::size_t d>
    void steps(Bitboard targets) {
        seen |= targets;
    }
};

} // namespace

void legal_moves(const RuleSet& rules, const Position& position, MoveList& moves) {
    moves.clear();
    Lister lister{moves};
    generate(rules, position, lister);
    if (moves.empty() && !is_decided(rules, position)) moves.push_back(Move::pass());
}

void legal_moves_to(const RuleSet& rules, const Position& position, Bitboard targets,
                    MoveList& moves) {
    moves.clear();
    Lister lister{moves, targets};
    generate(rules, position, lister);
}

std::size_t count_legal(const RuleSet& rules, const Position& position) {
    CountSink counter;
    generate(rules, position, counter);
    if (counter.count == 0 && !is_decided(rules, position)) return 1; // the pass
    return static_cast<std::size_t>(counter.count);
}

bool any_legal(const RuleSet& rules, const Position& p) {
    Detector detector;
    generate(rules, p, detector);
    return detector.seen.any();
}

bool must_pass(const RuleSet& rules, const Position& p) {
    return !any_legal(rules, p) && !is_decided(rules, p);
}

} // namespace agon
