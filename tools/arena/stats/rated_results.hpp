// Results for a rating list: who met whom, in pairs of games or in single games.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace agon::arena {

/// A game, or two games on one opening with colours swapped. Players are numbers from 0.
struct RatedUnit {
    std::size_t white, black;          ///< of the first game; they differ
    std::size_t first;                 ///< white's half points in it, 0..2
    std::optional<std::size_t> second; ///< white's, the other player's, in the second game

    friend auto operator<=>(const RatedUnit&, const RatedUnit&) = default;
};

/// How often each unit occurred.
using RatedResults = std::map<RatedUnit, double>;

/// The half points of the first game's white in the whole unit.
[[nodiscard]] constexpr std::size_t half_points_of(const RatedUnit& unit) {
    return unit.first + (unit.second ? 2 - *unit.second : 0);
}

/// What the tables of two engines do (statistics.hpp): every score of a unit, of those of its kind,
/// that a pairing has not had counts as its share of one unit. Returns only these shares.
[[nodiscard]] RatedResults shares_of_empty_cells(const RatedResults& results);

} // namespace agon::arena
