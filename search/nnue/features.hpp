// The inputs of a network: the rows of its first layer, and the output bucket.
#pragma once

#include "engine/game/turn.hpp"
#include "search/nnue/pieces.hpp"

#include <cstddef>

namespace agon::search::nnue {

// Rows: the planes by cell index, reserves by their size from 1 up, the values of the rules, the
// planes of threatened pieces, which are never captured ones.
inline constexpr std::size_t CELL_ROWS = RHOMBUS; ///< of a plane; those off the board are unused
inline constexpr std::size_t RESERVE_ROWS = PLANE_COUNT * CELL_ROWS;
inline constexpr std::size_t RULE_ROWS = RESERVE_ROWS + 2 * GUARDS_A_SIDE;
inline constexpr std::size_t RULE_VALUES = 4; ///< rows of a rule's field
inline constexpr std::size_t THREAT_ROWS = RULE_ROWS + RULE_FIELD_COUNT * RULE_VALUES;
inline constexpr std::size_t THREAT_PLANE_COUNT = PLANE_COUNT / 2;
inline constexpr std::size_t THREAT_ROW_COUNT = THREAT_PLANE_COUNT * CELL_ROWS;
inline constexpr std::size_t ROW_COUNT = THREAT_ROWS + THREAT_ROW_COUNT;

[[nodiscard]] constexpr std::size_t piece_row(std::size_t plane, Cell cell, Side viewer) {
    return (plane ^ index(viewer) * THEIRS) * CELL_ROWS + static_cast<std::size_t>(cell.index());
}

/// The row of a threatened piece besides its piece_row(). Precondition: `plane` is not one of
/// captured pieces.
[[nodiscard]] constexpr std::size_t threat_row(std::size_t plane, Cell cell, Side viewer) {
    return THREAT_ROWS + (plane ^ index(viewer) * THEIRS) / QUEEN * CELL_ROWS +
           static_cast<std::size_t>(cell.index());
}

/// Precondition: 0 < count <= GUARDS_A_SIDE.
[[nodiscard]] constexpr std::size_t reserve_row(Side side, std::size_t count, Side viewer) {
    return RESERVE_ROWS + (side == viewer ? 0 : GUARDS_A_SIDE) + count - 1;
}

/// Calls visit(row) for every value of the rules that affects play.
template<class Visit>
void for_each_rule_row(const RuleSet& rules, Visit visit) {
    std::size_t row = RULE_ROWS;
    for (const RuleField& field : rule_fields()) {
        if (field.key != "setup") visit(row + field.get(rules));
        row += RULE_VALUES;
    }
}

/// What must be done next and by whom, and who is on the throne.
inline constexpr std::size_t SITUATION_COUNT = 4, BUCKET_COUNT = 3 * SITUATION_COUNT;

/// The output that values a position for its chooser.
[[nodiscard]] inline std::size_t bucket(const RuleSet& rules, const Position& p) {
    const Side us = chooser(rules, p);
    const std::size_t situation = p.placing()             ? 3
                                  : us != p.turn          ? 2
                                  : is_settling(rules, p) ? 1
                                                          : 0;
    const std::size_t throne = p.queens[us] == THRONE_CELL    ? 1
                               : p.queens[~us] == THRONE_CELL ? 2
                                                              : 0;
    return throne * SITUATION_COUNT + situation;
}

} // namespace agon::search::nnue
