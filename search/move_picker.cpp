#include "search/move_picker.hpp"

#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "search/tunables.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace agon::search {
namespace {

constexpr int CAPTURE_PER_RING = 4 * History::LIMIT; ///< more than the history of an action
static_assert(ScoredMove::NOT_QUIET + 5 * CAPTURE_PER_RING + 3 * History::LIMIT < 1 << 23,
              "within the 24 bits of an entry");

constexpr std::int32_t GONE = std::numeric_limits<std::int32_t>::min();

/// The most rings that the capture of one of `victims` can throw back: a victim further in loses
/// more.
int rings_thrown_back(Bitboard victims) {
    int rings = 0;
    victims.for_each([&](Cell c) { rings = std::max(rings, RING_COUNT - 1 - c.ring()); });
    return rings;
}

} // namespace

CapturePicker::CapturePicker(const RuleSet& rules, const Position& p) {
    assert(!is_settling(rules, p));
    const Bitboard capturing = capturing_cells(rules, p, p.turn) & open_cells(rules, p, p.turn);
    const Bitboard enemies = p.pieces[~p.turn];
    capturing.for_each([&](Cell to) {
        const int value = rings_thrown_back(enemies & NEIGHBOURS[to]);
        steppers(p, p.turn, to).for_each([&](Cell from) {
            assert(size_ < picked_.size());
            picked_[size_++] = {Move(from, to), value};
        });
    });
}

ScoredMove CapturePicker::next() {
    if (next_ == size_) return {};
    const auto first = picked_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto last = picked_.begin() + static_cast<std::ptrdiff_t>(size_);
    std::iter_swap(first, std::ranges::max_element(first, last, {}, &ScoredMove::value));
    return picked_[next_++];
}

MovePicker::MovePicker(const RuleSet& rules, const Position& position, Side chooser, Move hash_move,
                       const Refutations& refutations, const History& history,
                       const ContHistKeys& before)
    : rules_(rules), position_(position), history_(history), chooser_(chooser),
      hash_move_(hash_move), refutations_(refutations), before_(before) {}

void MovePicker::set_value(std::size_t place, int value) {
    entries_[place] = value * 256 + (255 - static_cast<Entry>(place));
}

bool MovePicker::is_legal(Move move) const {
    return !move.is_none() && agon::is_legal(rules_, position_, move);
}

/// Whether `move`, a legal action, was handed out before the lists.
bool MovePicker::was_handed_out(Move move) const {
    return move == hash_move_ || std::ranges::find(refutations_, move) != refutations_.end();
}

void MovePicker::list_captures() {
    if (chooser_ == position_.turn && may_capture(rules_, position_))
        capturing_ = capturing_cells(rules_, position_, chooser_);
    if (capturing_.none()) return;
    legal_moves_to(rules_, position_, capturing_, moves_);
    const Bitboard enemies = position_.pieces[~chooser_];
    const History::View history(history_, rules_, chooser_, position_, before_);
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        entries_[i] = GONE;
        if (was_handed_out(move)) continue;
        const int rings = rings_thrown_back(enemies & NEIGHBOURS[move.to()]);
        set_value(i, ScoredMove::NOT_QUIET + rings * CAPTURE_PER_RING + history.value(move));
        ++left_;
    }
}

void MovePicker::list_quiets() {
    const bool nothing_yet = hash_move_.is_none() && moves_.empty();
    legal_moves_to(rules_, position_, BOARD - capturing_, moves_);
    if (moves_.empty() && nothing_yet)
        legal_moves(rules_, position_, moves_); // only a pass is left
}

/// Without history, steps inward come first.
void MovePicker::value_quiets() {
    const History::View history(history_, rules_, chooser_, position_, before_);
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        entries_[i] = GONE;
        if (was_handed_out(move)) continue;
        int value = history.value(move);
        if (!move.from().is_none())
            value += tunables::ORDER_INWARD * (move.from().ring() - move.to().ring());
        set_value(i, value);
        ++left_;
    }
}

/// A selection instead of a sort, since most nodes end with one of the first actions. The loop has
/// no branches, and the compiler makes four comparisons in one instruction.
ScoredMove MovePicker::take() {
    Entry best = entries_[0];
    for (std::size_t i = 1; i < moves_.size(); ++i) best = std::max(best, entries_[i]);
    const auto place = static_cast<std::size_t>(255 - (best & 255));
    entries_[place] = GONE;
    --left_;
    return {moves_[place], best >> 8};
}

ScoredMove MovePicker::next() {
    switch (stage_) {
    case Stage::Start:
        stage_ = Stage::Killers;
        if (is_legal(hash_move_)) return {hash_move_, ScoredMove::NOT_QUIET};
        hash_move_ = Move();
        [[fallthrough]];
    case Stage::Killers:
        while (next_refutation_ < refutations_.size()) {
            Move& refutation = refutations_[next_refutation_++];
            const bool is_new =
                refutation != hash_move_ &&
                std::find(refutations_.data(), &refutation, refutation) == &refutation;
            if (is_new && is_legal(refutation)) return {refutation, ScoredMove::NOT_QUIET};
            refutation = Move();
        }
        list_captures();
        stage_ = Stage::Captures;
        [[fallthrough]];
    case Stage::Captures:
        if (left_ > 0) return take();
        list_quiets();
        value_quiets();
        stage_ = Stage::Quiets;
        [[fallthrough]];
    case Stage::Quiets: break;
    }
    return left_ > 0 ? take() : ScoredMove();
}

} // namespace agon::search
