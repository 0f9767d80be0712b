#include "search/ordering.hpp"

#include "engine/movegen.hpp"
#include "engine/outcome.hpp"
#include "search/parameters.hpp"
#include "search/selectivity.hpp"

#include <algorithm>
#include <functional>

namespace agon::search {
namespace {

constexpr int HASH_MOVE = 1 << 28;
constexpr int CAPTURE = 1 << 24;
constexpr int REFUTATION = 1 << 20; ///< above what history and guesses come to
constexpr std::size_t PICKED = 6;   ///< actions picked one by one before the rest is sorted

/// Cell::ring() without its divisions.
constexpr struct RingTable {
    constexpr RingTable() {
        BOARD.for_each([&](Cell c) {
            rings[static_cast<std::size_t>(c.index())] = static_cast<signed char>(c.ring());
        });
    }
    constexpr int operator[](Cell c) const { return rings[static_cast<std::size_t>(c.index())]; }
    std::array<signed char, Cell::NONE + 1> rings{};
} RING_OF;

} // namespace

bool Picked::is_quiet() const { return value < REFUTATION / 2; }

int rings_thrown_back(Bitboard victims) {
    int rings = 0;
    victims.for_each([&](Cell c) { rings = std::max(rings, 5 - RING_OF[c]); });
    return rings;
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

void MovePicker::add(Move move, int value) {
    entries_[size_] = Entry{value} << 24 | static_cast<Entry>(MAX_MOVES - size_) << 16 | move.raw();
    ++size_;
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
    for (const Move move : moves) {
        if (move == hash_move_) {
            if (!given) add(move, HASH_MOVE);
        } else if (!move.is_pass() && capturing.contains(move.to())) {
            const int rings = rings_thrown_back(enemies & NEIGHBOURS[move.to()]);
            add(move, CAPTURE + rings * 4 * History::LIMIT +
                          history_.value(chooser_, position_, move, before_));
        } else {
            quiets_.push_back(move);
        }
    }
}

void MovePicker::add_quiets() {
    for (const Move move : quiets_)
        add(move, history_.value(chooser_, position_, move, before_) +
                      (refutations_.contains(move) ? REFUTATION : guess(move)));
}

/// What a quiet action is worth before anything is known: the way inward.
int MovePicker::guess(Move move) const {
    if (move.from().is_none()) return 0;
    return parameters::ORDER_INWARD * (RING_OF[move.from()] - RING_OF[move.to()]);
}

Picked MovePicker::take() {
    if (next_ < PICKED) {
        // Entries are distinct and their order is random: this form lets the compiler do without
        // jumps, unlike std::max_element.
        std::size_t best = next_;
        Entry largest = entries_[next_];
        for (std::size_t i = next_ + 1; i < size_; ++i) {
            best = entries_[i] > largest ? i : best;
            largest = std::max(largest, entries_[i]);
        }
        std::swap(entries_[next_], entries_[best]);
    } else if (next_ == PICKED) {
        std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(next_),
                  entries_.begin() + static_cast<std::ptrdiff_t>(size_), std::greater<>());
    }
    const Entry entry = entries_[next_++];
    return {Move::from_raw(static_cast<std::uint16_t>(entry)), static_cast<int>(entry >> 24)};
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
        if (next_ < size_) return take();
        if (!quiets) return {};
        size_ = next_ = 0;
        add_quiets();
        stage_ = Stage::Quiets;
        [[fallthrough]];
    case Stage::Quiets: break;
    }
    return next_ < size_ ? take() : Picked();
}

} // namespace agon::search
