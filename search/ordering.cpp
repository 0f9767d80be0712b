#include "search/ordering.hpp"

#include "engine/movegen.hpp"

#include <algorithm>
#include <cstdlib>

namespace agon::search {
namespace {

constexpr int HASH_MOVE = 1 << 28;
constexpr int CAPTURE = 1 << 24;
constexpr int KILLER = 1 << 20;
constexpr int INWARD = 1 << 10; ///< against history's 1 << 14: a start, soon overruled

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
    legal_moves(rules, p, moves_);
    const bool may_capture = !p.placing() && (p.captured.none() || rules.relocation_captures);
    const Bitboard capturing = may_capture ? capturing_cells(rules, p, p.turn) : Bitboard();
    const Bitboard enemies = p.pieces[index(~p.turn)];
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
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
        values_[i] = value;
    }
}

Move MovePicker::next() {
    if (next_ == moves_.size()) return Move();
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto last = values_.begin() + static_cast<std::ptrdiff_t>(moves_.size());
    const auto best = static_cast<std::size_t>(std::max_element(first, last) - values_.begin());
    std::swap(values_[best], values_[next_]);
    std::swap(moves_.begin()[best], moves_.begin()[next_]);
    return moves_[next_++];
}

} // namespace agon::search
