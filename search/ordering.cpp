#include "search/ordering.hpp"

#include "engine/movegen.hpp"
#include "engine/outcome.hpp"
#include "search/parameters.hpp"
#include "search/rings.hpp"
#include "search/selectivity.hpp"

#include <algorithm>
#include <limits>

namespace agon::search {
namespace {

// Above what history and guesses come to, and within the 24 bits of an entry.
constexpr int HASH_MOVE = 1 << 22;
constexpr int CAPTURE = 1 << 20;

} // namespace

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

bool is_legal_step(const RuleSet& rules, const Position& p, Move move) {
    if (move.is_none() || p.placing() || is_settling(rules, p)) return false;
    const Cell from = move.from();
    const Cell to = move.to();
    if (from.is_none() || to.is_none() || !p.own().contains(from)) return false;
    Bitboard open = p.vacant();
    if (rules.between == Between::Illegal) open -= p.between[index(~p.turn)];
    if (from != p.queens[index(p.turn)]) open -= THRONE;
    return (STEPS[from] & open).contains(to) && !is_decided(rules, p);
}

CapturePicker::CapturePicker(const RuleSet& rules, const Position& p) {
    Bitboard capturing = capturing_cells(rules, p, p.turn);
    if (rules.between == Between::Illegal) capturing -= p.between[index(~p.turn)];
    const Bitboard enemies = p.pieces[index(~p.turn)];
    capturing.for_each([&](Cell to) {
        Bitboard steppers = (RING_NEIGHBOURS[to] | OUTWARD_NEIGHBOURS[to]) & p.own();
        if (to == THRONE_CELL) steppers &= p.queen(p.turn);
        const int value = rings_thrown_back(enemies & NEIGHBOURS[to]);
        steppers.for_each([&](Cell from) { picked_[size_++] = {Move(from, to), value}; });
    });
}

Picked CapturePicker::next() {
    if (next_ == size_) return {};
    const auto first = picked_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto last = picked_.begin() + static_cast<std::ptrdiff_t>(size_);
    std::iter_swap(first, std::ranges::max_element(first, last, {}, &Picked::value));
    return picked_[next_++];
}

MovePicker::MovePicker(const RuleSet& rules, const Position& position, Side chooser, Move hash_move,
                       const Refutations& refutations, const History& history,
                       const Landings& before)
    : rules_(rules), position_(position), history_(history), chooser_(chooser),
      hash_move_(hash_move), refutations_(refutations), before_(before) {}

void MovePicker::set_value(std::size_t place, int value) {
    entries_[place] = value * 256 + (255 - static_cast<Entry>(place));
}

/// Lists the hash move, if it was not handed out already, and captures; the rest waits.
void MovePicker::generate() {
    const bool given = is_legal_step(rules_, position_, hash_move_);
    MoveList moves;
    legal_moves(rules_, position_, moves);
    const bool may_capture = !position_.placing() && chooser_ == position_.turn &&
                             (rules_.relocation_captures || !is_settling(rules_, position_));
    const Bitboard capturing =
        may_capture ? capturing_cells(rules_, position_, chooser_) : Bitboard();
    const Bitboard enemies = position_.pieces[index(~chooser_)];
    const History::View history(history_, rules_, chooser_, position_, before_);
    for (const Move move : moves) {
        if (move == hash_move_) {
            if (given) continue;
            set_value(captures_.size(), HASH_MOVE);
            captures_.push_back(move);
        } else if (!move.is_pass() && capturing.contains(move.to())) {
            const int rings = rings_thrown_back(enemies & NEIGHBOURS[move.to()]);
            set_value(captures_.size(), CAPTURE + rings * 4 * History::LIMIT + history.value(move));
            captures_.push_back(move);
        } else {
            quiets_.push_back(move);
        }
    }
    left_ = captures_.size();
}

/// Before anything is known, the way inward is a good one.
void MovePicker::value_quiets() {
    const History::View history(history_, rules_, chooser_, position_, before_);
    for (std::size_t i = 0; i < quiets_.size(); ++i) {
        const Move move = quiets_[i];
        int value = history.value(move);
        if (refutations_.contains(move))
            value += Picked::REFUTATION;
        else if (!move.from().is_none())
            value += parameters::ORDER_INWARD * (RING_OF[move.from()] - RING_OF[move.to()]);
        set_value(i, value);
    }
    left_ = quiets_.size();
}

/// Most nodes end with one of the first actions, so the best is looked for and nothing sorted. The
/// loop has no jumps, and four entries go into one instruction.
Picked MovePicker::take(const MoveList& list) {
    Entry best = entries_[0];
    for (std::size_t i = 1; i < list.size(); ++i) best = std::max(best, entries_[i]);
    const auto place = static_cast<std::size_t>(255 - (best & 255));
    entries_[place] = std::numeric_limits<Entry>::min();
    --left_;
    return {list[place], best >> 8};
}

Picked MovePicker::next(bool quiets) {
    switch (stage_) {
    case Stage::HashMove:
        stage_ = Stage::Generate;
        if (is_legal_step(rules_, position_, hash_move_)) return {hash_move_, HASH_MOVE};
        [[fallthrough]];
    case Stage::Generate:
        generate();
        stage_ = Stage::Captures;
        [[fallthrough]];
    case Stage::Captures:
        if (left_ > 0) return take(captures_);
        if (!quiets) return {};
        value_quiets();
        stage_ = Stage::Quiets;
        [[fallthrough]];
    case Stage::Quiets: break;
    }
    return left_ > 0 ? take(quiets_) : Picked();
}

} // namespace agon::search
