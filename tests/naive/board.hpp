// Questions about a board, for the naive referee's own files; tests need only referee.hpp.
#pragma once

#include "tests/naive/referee.hpp"

#include <vector>

namespace naive {

// 1. The neighbours that exist, of a cell on the board.
const std::vector<Cell>& neighbours(Cell cell);

bool vacant(const State& state, Cell cell);
bool holds(const State& state, Cell cell, char side);

// 4.2. Is the cell between two enemies of `side`?
bool between_enemies(const Rules& rules, const State& state, Cell cell, char side);

struct Trap {
    Cell prey;
    Cell partner; // of the landed piece, on the far side of the prey
};

// 4.4. Every enemy between the landed piece and another piece of the landed piece's side.
std::vector<Trap> traps(const Rules& rules, const State& state, Cell landed);

std::vector<Cell> guards_of(const State& state, char side);
bool in_placement(const State& state);

// 4.8, 4.10, 7.5: the result by the pieces alone; result() also applies `no_action` (5).
std::string result_by_pieces(const Rules& rules, const State& state);

// Steps, relocations and placements, but no pass. Precondition: the pieces have not decided the
// game.
std::vector<std::string> actions_but_pass(const Rules& rules, const State& state);

// The captured pieces, one of which the next action must deal with; may be empty.
std::vector<Cell> to_be_dealt_with(const Rules& rules, const State& state);

} // namespace naive
