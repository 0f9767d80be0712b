// What the naive referee's own files say about a board; tests need only referee.hpp.
#pragma once

#include "tests/naive/referee.hpp"

#include <vector>

namespace naive {

// 1. The neighbours that exist.
std::vector<Cell> neighbours(Cell cell);

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

// 4.8, 4.10, 7.5: the end by the pieces; result() has the end by `no_action` (5) as well.
std::string result_by_pieces(const Rules& rules, const State& state);

// Steps, relocations and placements, not a pass; of a state that the pieces have not decided.
std::vector<std::string> actions_but_pass(const Rules& rules, const State& state);

// The next action deals with one of these captured pieces; empty when there is none to deal with.
std::vector<Cell> to_be_dealt_with(const Rules& rules, const State& state);

} // namespace naive
