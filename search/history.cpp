#include "search/history.hpp"

#include <cstdlib>

namespace agon::search {
namespace {

void move_towards(std::int16_t& value, int bonus) {
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / History::LIMIT);
}

} // namespace

void History::update(Side chooser, const Position& p, Move move, const Landings& before,
                     int bonus) {
    move_towards(place(*this, chooser, p, move), bonus);
    const std::size_t own = Landing(chooser, p, move).index_in_table();
    for (const Landing landing : before)
        move_towards(continuations_[landing.index_in_table()][own], bonus);
}

} // namespace agon::search
