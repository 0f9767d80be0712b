#include "search/ordering.hpp"

#include "engine/movegen.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace agon::search {
namespace {

constexpr int HASH_MOVE = 1 << 28;
constexpr int CAPTURE = 1 << 24;
constexpr int KILLER = 1 << 20;
constexpr std::size_t PICKED = 3; ///< actions picked one by one before the rest is sorted
constexpr int INWARD = 1 << 10;   ///< against history's 1 << 14: a start, soon overruled

} // namespace

template<class Self>
auto& History::place(Self& history, Side chooser, const Position& p, Move move) {
    const auto to = static_cast<std::size_t>(move.to().index());
    const Cell from = move.from();
    if (!from.is_none() && !p.captured.contains(from))
        return history.steps_[index(chooser)][static_cast<std::size_t>(from.index())][to];
    const bool queen = from == p.queens[0] || from == p.queens[1];
    return history.relocations_[index(chooser)][queen ? 1 : 0][to];
}

int History::value(Side chooser, const Position& p, Move move) const {
    return place(*this, chooser, p, move);
}

void History::update(Side chooser, const Position& p, Move move, int bonus) {
    std::int16_t& value = place(*this, chooser, p, move);
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / LIMIT);
}

Bitboard capturing_cells(const RuleSet& rules, const Position& p, Side side) {
    const Bitboard own = p.pieces[index(side)];
    const Bitboard enemies = p.pieces[index(~side)] - p.captured;
    Bitboard cells;
    if (rules.flank == Flank::Line) {
        for_each_direction([&]<std::size_t d>() { cells |= shift<d>(shift<d>(own) & enemies); });
    } else {
        for (const RingWay& way : RING_WAYS)
            enemies.for_each([&](Cell e) {
                if ((way.near[e] & own).any()) cells |= RING_NEIGHBOURS[e];
            });
    }
    return cells & p.vacant();
}

MovePicker::MovePicker(const RuleSet& rules, const Position& p, Side chooser, Move hash_move,
                       const Killers& killers, const History& history) {
    MoveList moves;
    legal_moves(rules, p, moves);
    size_ = moves.size();
    const bool may_capture = !p.placing() && (p.captured.none() || rules.relocation_captures);
    const Bitboard capturing = may_capture ? capturing_cells(rules, p, p.turn) : Bitboard();
    const Bitboard enemies = p.pieces[index(~p.turn)];
    for (std::size_t i = 0; i < size_; ++i) {
        const Move move = moves[i];
        int value = history.value(chooser, p, move);
        if (move == hash_move) {
            value = HASH_MOVE;
        } else if (!move.is_pass() && capturing.contains(move.to())) {
            // The further in the victim had come, the further it is thrown back.
            int rings = 0;
            (enemies & NEIGHBOURS[move.to()]).for_each([&](Cell c) {
                rings = std::max(rings, 5 - c.ring());
            });
            value += CAPTURE + rings * History::LIMIT;
        } else if (move == killers[0] || move == killers[1]) {
            value += KILLER;
        } else if (!move.from().is_none()) {
            value += INWARD * (move.from().ring() - move.to().ring());
        }
        entries_[i] = Entry{value} << 24 | static_cast<Entry>(MAX_MOVES - i) << 16 | move.raw();
    }
}

Move MovePicker::next() {
    if (next_ == size_) return Move();
    const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto last = entries_.begin() + static_cast<std::ptrdiff_t>(size_);
    // Most nodes end with one of the first actions; those that do not will want all of them.
    if (next_ < PICKED)
        std::iter_swap(first, std::max_element(first, last));
    else if (next_ == PICKED)
        std::sort(first, last, std::greater<>());
    return Move::from_raw(static_cast<std::uint16_t>(entries_[next_++]));
}

} // namespace agon::search
