#include "engine/game/count_replies.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/legal.hpp"

namespace agon {
namespace {

/// Counts the pieces of a side that may step to each cell, ignoring other pieces. The count is a
/// three-bit number; each bit is a bitboard.
class Reach {
public:
    Reach(const Position& position, Side side) {
        const Bitboard guards = position.guards(side);
        for_each_direction([&]<std::size_t d>() { add(guard_steps<d>(guards)); });
        add(STEPS[position.queens[side]]);
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

/// Not inlined, so that ReplyCounter stays small and in registers.
[[gnu::noinline]] std::size_t count_after(const RuleSet& rules, const Position& position,
                                          Move move) {
    return count_legal(rules, after(rules, position, move));
}

std::uint64_t count_one_by_one(const RuleSet& rules, const Position& position) {
    MoveList moves;
    legal_moves(rules, position, moves);
    std::uint64_t total = 0;
    for (const Move move : moves) total += count_after(rules, position, move);
    return total;
}

/// Whether the next action is a step or a pass, and the reply too unless the step captures.
bool both_step(const RuleSet& rules, const Position& p) {
    return !p.placing() && p.captured.none() && !may_be_decided(rules, p);
}

/// A sink for generate() that counts the replies to each step. Requires both_step().
class ReplyCounter {
public:
    ReplyCounter(const RuleSet& rules, const Position& position)
        : rules_(rules), position_(position), us_(position.turn),
          special_(rules.removes() ? THRONE | trapping_cells(rules, position, us_) : Bitboard()),
          replies_(position, ~us_) {}

    void place(Bitboard) {} // never called when both_step()
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
        const Bitboard ours = position_.own() ^ Bitboard(from) ^ Bitboard(to);
        const Bitboard theirs = position_.pieces[~us_];
        const Bitboard ours_between = between_after(rules_, position_.between[us_], ours, from, to);
        const Bitboard perhaps_captured = theirs & ours_between & NEIGHBOURS[to];
        if (perhaps_captured.any() || ours.covers(RINGS[1]) || special_.contains(to)) {
            total_ += count_after(rules_, position_, Move(from, to));
            return;
        }
        const int steps = replies_.count(open_cells(rules_, BOARD - ours - theirs, ours_between));
        total_ += steps > 0 ? static_cast<std::uint64_t>(steps) : 1; // the pass
    }

    const RuleSet& rules_;
    const Position& position_;
    Side us_;
    /// Cells where a step may decide the game or remove the stepping piece. A piece captured by its
    /// own step that stays on the board does not change the reply.
    Bitboard special_;
    Reach replies_;
    std::uint64_t total_ = 0;
};

} // namespace

// Flattened, so that the counter is inlined and stays in a register.
[[gnu::flatten]] std::uint64_t count_replies(const RuleSet& rules, const Position& position) {
    if (!both_step(rules, position)) return count_one_by_one(rules, position);
    ReplyCounter counter(rules, position);
    generate(rules, position, counter);
    // The total is 0 when the only action is a pass.
    return counter.total() > 0 ? counter.total() : count_one_by_one(rules, position);
}

} // namespace agon
