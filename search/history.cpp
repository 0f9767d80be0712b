#include "search/history.hpp"

#include "engine/game/turn.hpp"

#include <algorithm>
#include <cstdlib>

namespace agon::search {
namespace {

void move_towards(std::int16_t& value, int bonus) {
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / History::LIMIT);
}

} // namespace

void History::clear() {
    std::ranges::for_each(steps_, [](auto& row) { row.fill(0); });
    std::ranges::for_each(relocations_, [](auto& row) { row.fill(0); });
    std::ranges::for_each(continuations_, [](auto& row) { row.fill(0); });
    countermoves_.fill(Move());
}

History::View::View(const History& history, const RuleSet& rules, Side chooser, const Position& p,
                    const ContHistKeys& before)
    : relocations_(history.relocations_[chooser].data()) {
    const bool settling = is_settling(rules, p);
    queen_ = p.queens[settling ? settled_side(rules, p) : p.turn];
    if (!settling) steps_ = history.steps_[chooser].data();
    for (std::size_t i = 0; i < before.size(); ++i)
        continuations_[i] = history.continuations_[before[i].index_in_table()].data() +
                            ContHistKey::first_of(chooser);
}

std::int16_t& History::place(Side chooser, const Position& p, Move move) {
    const Cell from = move.from();
    if (!from.is_none() && !p.captured.contains(from)) return steps_[chooser][move.raw()];
    const std::size_t queen = ContHistKey::is_queen(p, from) ? QUEEN : 0;
    return relocations_[chooser][queen | static_cast<std::size_t>(move.to().index())];
}

void History::update(Side chooser, const Position& p, Move move, const ContHistKeys& before,
                     int bonus) {
    assert(bonus >= -LIMIT && bonus <= LIMIT);
    move_towards(place(chooser, p, move), bonus);
    const std::size_t own = ContHistKey(chooser, p, move).index_in_table();
    for (const ContHistKey key : before)
        move_towards(continuations_[key.index_in_table()][own], bonus);
}

} // namespace agon::search
