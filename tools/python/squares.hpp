// The numbers that Python uses for cells and actions.
#pragma once

#include "engine/board/geometry.hpp"
#include "engine/error.hpp"
#include "engine/game/move.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace agon::python {

/// A square is 0 to 90. Cells are numbered row by row from the bottom, and by file within a row: a1
/// is 0, f6 is 45, l11 is 90.
inline constexpr auto CELLS = [] {
    std::array<Cell, CELL_COUNT> cells;
    std::size_t square = 0;
    BOARD.for_each([&](Cell cell) { cells[square++] = cell; });
    return cells;
}();

/// Maps Cell::index() to a square; 0 if there is no cell.
inline constexpr auto SQUARES = [] {
    std::array<std::uint8_t, RHOMBUS> squares{};
    for (std::size_t i = 0; i < CELLS.size(); ++i)
        squares[static_cast<std::size_t>(CELLS[i].index())] = static_cast<std::uint8_t>(i);
    return squares;
}();

/// Precondition: `cell` is on the board.
[[nodiscard]] constexpr int square_of(Cell cell) {
    return SQUARES[static_cast<std::size_t>(cell.index())];
}

/// Throws Error if `square` is not 0 to 90.
[[nodiscard]] inline Cell cell_of(int square) {
    if (square < 0 || square >= CELL_COUNT)
        throw Error("a square is 0 to 90, got " + std::to_string(square));
    return CELLS[static_cast<std::size_t>(square)];
}

/// Action numbers: from * 91 + to, then placements, then the pass. They cover the actions of every
/// rule set.
inline constexpr int PLACEMENTS = CELL_COUNT * CELL_COUNT;
inline constexpr int PASS = PLACEMENTS + CELL_COUNT;
inline constexpr int ACTION_COUNT = PASS + 1;

/// Precondition: `move` is an action.
[[nodiscard]] constexpr int action_of(Move move) {
    if (move.is_pass()) return PASS;
    if (move.is_placement()) return PLACEMENTS + square_of(move.to());
    return square_of(move.from()) * CELL_COUNT + square_of(move.to());
}

/// Throws Error if `action` is not the number of an action.
[[nodiscard]] inline Move move_of(int action) {
    if (action < 0 || action >= ACTION_COUNT)
        throw Error("an action is 0 to " + std::to_string(PASS) + ", got " +
                    std::to_string(action));
    if (action == PASS) return Move::pass();
    if (action >= PLACEMENTS) return Move::placement(cell_of(action - PLACEMENTS));
    if (action / CELL_COUNT == action % CELL_COUNT)
        throw Error("action " + std::to_string(action) + " leads from a square to itself");
    return {cell_of(action / CELL_COUNT), cell_of(action % CELL_COUNT)};
}

static_assert(square_of(THRONE_CELL) == 45 && action_of(Move::pass()) == 8372);

} // namespace agon::python
