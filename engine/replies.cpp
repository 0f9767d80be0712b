#include "engine/replies.hpp"

#include "engine/apply.hpp"
#include "engine/capture.hpp"
#include "engine/generate.hpp"

namespace agon {
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
