#include "engine/game/movegen.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/capture.hpp"
#include "engine/game/legal.hpp"

#include <algorithm>
#include <cassert>

namespace agon {
namespace {

/// The cells of `open` on the first ring outward from `ring` that has any; from ring 5, of ring 5
/// (rules.md 7.3, and `next-ring-any` in 4.5).
Bitboard first_ring_outward(Bitboard open, int ring) {
    for (int r = std::min(ring + 1, 5); r < 5; ++r)
        if (const Bitboard cells = open & RINGS[static_cast<std::size_t>(r)]; cells.any())
            return cells;
    return open & OUTER_RING;
}

/// The guards on the highest ring that has any: one is exchanged for a queen (rules.md 7.2).
Bitboard outermost(Bitboard guards) {
    for (std::size_t r = RING_COUNT; r-- > 0;)
        if (const Bitboard cells = guards & RINGS[r]; cells.any()) return cells;
    return {};
}

/// `next-ring`: the neighbours of `from` on the next ring outward that are in `open`; if there is
/// none, all cells of ring 5 in `open` (rules.md 4.5).
Bitboard adjacent_outward(Bitboard open, Cell from) {
    const Bitboard adjacent = open & OUTWARD_NEIGHBOURS[from];
    return adjacent.any() ? adjacent : open & OUTER_RING;
}

// The sinks of generate().

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

struct CountSink {
    int count = 0;
    void place(Bitboard targets) { count += targets.count(); }
    void moves(Cell, Bitboard targets) { count += targets.count(); }
    template<std::size_t d>
    void steps(Bitboard targets) {
        count += targets.count();
    }
};

/// Whether there is any action.
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

Bitboard relocation_targets(const RuleSet& rules, const Position& p, Cell from) {
    assert(p.captured.contains(from));
    if (rules.bloody()) {
        const Side owner = ~p.turn;
        return from == p.queens[index(owner)] ? outermost(p.guards(owner))
                                              : first_ring_outward(p.vacant(), from.ring());
    }
    Bitboard open = p.vacant();
    if (rules.relocation_between == RelocationBetween::Illegal) open -= p.between[index(~p.turn)];
    if (from == p.queens[index(p.turn)]) switch (rules.queen_target) {
        case QueenTarget::Anywhere: return open;
        case QueenTarget::NotThrone: return open - THRONE;
        case QueenTarget::NextRing: return adjacent_outward(open, from);
        case QueenTarget::NextRingAny: return first_ring_outward(open, from.ring());
        }
    switch (rules.guard_target) {
    case GuardTarget::OuterRing: break;
    case GuardTarget::NextRing: return adjacent_outward(open, from);
    case GuardTarget::NextRingAny: return first_ring_outward(open, from.ring());
    }
    return open & OUTER_RING;
}

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

bool any_legal(const RuleSet& rules, const Position& position) {
    Detector detector;
    generate(rules, position, detector);
    return detector.seen.any();
}

bool is_legal(const RuleSet& rules, const Position& position, Move move) {
    if (move.is_pass()) return !any_legal(rules, position) && !is_decided(rules, position);
    Finder finder{move};
    generate(rules, position, finder);
    return finder.found;
}

namespace {

/// How many of a side's pieces may step to each cell, without regard to other pieces: a binary
/// number of three digits, each digit a set of cells.
class Reach {
public:
    Reach(const Position& position, Side side) {
        const Bitboard guards = position.guards(side);
        for_each_direction([&]<std::size_t d>() { add(shift<d>(guards & MAY_STEP[d]) - THRONE); });
        add(STEPS[position.queens[index(side)]]);
    }

    /// The number of steps onto cells of `open`.
    [[nodiscard]] int count(Bitboard open) const {
        const int few = (ones_ & open).count() + 2 * (twos_ & open).count();
        return fours_.none() ? few : few + 4 * (fours_ & open).count();
    }

private:
    void add(Bitboard cells) {
        const Bitboard carry = ones_ & cells;
        ones_ ^= cells;
        fours_ |= twos_ & carry;
        twos_ ^= carry;
    }

    Bitboard ones_, twos_, fours_;
};

std::uint64_t count_one_by_one(const RuleSet& rules, const Position& position) {
    MoveList moves;
    legal_moves(rules, position, moves);
    std::uint64_t total = 0;
    for (const Move move : moves) total += count_legal(rules, after(rules, position, move));
    return total;
}

/// Whether the next action is a step or a pass, and so is the reply unless the step captures.
bool both_step(const RuleSet& rules, const Position& p) {
    return !p.placing() && p.captured.none() && !may_be_decided(rules, p);
}

/// A sink of generate() that counts the replies to each step of a position where both_step().
class ReplyCounter {
public:
    ReplyCounter(const RuleSet& rules, const Position& position)
        : rules_(rules), position_(position), us_(position.turn), replies_(position, ~us_) {}

    void place(Bitboard) {} // not where both_step()
    void moves(Cell queen, Bitboard targets) {
        targets.for_each([&](Cell to) { add(queen, to); });
    }
    template<std::size_t d>
    void steps(Bitboard targets) {
        targets.for_each([&](Cell to) { add(origin<d>(to), to); });
    }

    [[nodiscard]] std::uint64_t total() const { return total_; }

private:
    void add(Cell from, Cell to) {
        const Bitboard landed(to);
        const Bitboard ours = position_.own() ^ Bitboard(from) ^ landed;
        const Bitboard theirs = position_.pieces[index(~us_)];
        const Bitboard ours_between =
            between_after(rules_, position_.between[index(us_)], ours, from, to);
        // A piece captured by its own step (rules.md 4.3) makes no difference to the reply.
        const Bitboard perhaps_captured = theirs & ours_between & NEIGHBOURS[to];
        // Where guards are removed it does.
        const bool perhaps_removed = rules_.effect == Effect::Remove &&
                                     rules_.between == Between::Captured &&
                                     position_.between[index(~us_)].contains(to);
        const bool perhaps_decided =
            ours.covers(RINGS[1]) || (rules_.removes() && landed == THRONE);
        if (perhaps_captured.any() || perhaps_removed || perhaps_decided) {
            total_ += count_legal(rules_, after(rules_, position_, Move(from, to)));
            return;
        }
        Bitboard open = BOARD - ours - theirs;
        if (rules_.between == Between::Illegal) open -= ours_between;
        const int steps = replies_.count(open);
        total_ += steps > 0 ? static_cast<std::uint64_t>(steps) : 1; // the pass
    }

    const RuleSet& rules_;
    const Position& position_;
    Side us_;
    Reach replies_;
    std::uint64_t total_ = 0;
};

} // namespace

// Flattened: inlined, the counter is a register.
[[gnu::flatten]] std::uint64_t count_replies(const RuleSet& rules, const Position& position) {
    if (!both_step(rules, position)) return count_one_by_one(rules, position);
    ReplyCounter counter(rules, position);
    generate(rules, position, counter);
    // 0 if there is no step, only the pass.
    return counter.total() > 0 ? counter.total() : count_one_by_one(rules, position);
}

} // namespace agon
