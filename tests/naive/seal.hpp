// Seals, by plain sets of cells, written from tools/lab/prove/README.md (Seals) without looking at
// the engine.
#pragma once

#include "tests/naive/referee.hpp"

#include <set>
#include <utility>

namespace naive {

// Every pair (x, y) with which `side` is sealed: its piece on x steps to y and back for ever. The
// game must not be over.
std::set<std::pair<Cell, Cell>> seals(const Rules& rules, const State& state, char side);

} // namespace naive
