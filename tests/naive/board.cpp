// Neighbours, flank pairs and what stands between: rules.md sections 1 and 4.2.
#include "tests/naive/board.hpp"

#include <array>
#include <utility>

namespace naive {
namespace {

// 1. The six neighbours; the second three are the opposites of the first three.
const std::array<Cell, 6> directions = {{{0, 1}, {1, 0}, {1, 1}, {0, -1}, {-1, 0}, {-1, -1}}};

Cell moved(Cell cell, Cell by) { return {cell.row + by.row, cell.file + by.file}; }

using Pair = std::pair<Cell, Cell>;

std::vector<Cell> neighbours_of(Cell cell) {
    std::vector<Cell> cells;
    for (const Cell direction : directions) {
        if (on_board(moved(cell, direction))) cells.push_back(moved(cell, direction));
    }
    return cells;
}

// What depends only on the cell is worked out once.
template<class List>
class Table {
public:
    explicit Table(List (*list_of)(Cell)) {
        for (const Cell cell : all_cells()) lists_[cell] = list_of(cell);
    }
    const List& operator[](Cell cell) const { return lists_.at(cell); }

private:
    boost::container::flat_map<Cell, List> lists_;
};

// 4.2, flank = line: the pairs of opposite neighbours, both on the board.
std::vector<Pair> line_pairs(Cell cell) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < 3; ++i) {
        const Cell one = moved(cell, directions[i]);
        const Cell opposite = moved(cell, directions[i + 3]);
        if (on_board(one) && on_board(opposite)) pairs.emplace_back(one, opposite);
    }
    return pairs;
}

// 4.2, flank = ring: the pair of the two neighbours on the same ring; the throne has none.
std::vector<Pair> ring_pairs(Cell cell) {
    std::vector<Cell> same_ring;
    for (const Cell near : neighbours(cell)) {
        if (ring(near) == ring(cell)) same_ring.push_back(near);
    }
    if (same_ring.size() != 2) return {};
    return {{same_ring[0], same_ring[1]}};
}

const std::vector<Pair>& flank_pairs(const Rules& rules, Cell cell) {
    static const Table lines(line_pairs), rings(ring_pairs);
    return rules.flank == Flank::Line ? lines[cell] : rings[cell];
}

// The captured pieces of a side that are dealt with next: the queen, otherwise all guards.
// 4.5: "its queen first"; 7.3: "after the queen".
std::vector<Cell> next_captured(const State& state, char side) {
    std::vector<Cell> guards;
    for (const Cell cell : state.captured) {
        if (!holds(state, cell, side)) continue;
        if (is_queen(state.board.at(cell))) return {cell};
        guards.push_back(cell);
    }
    return guards;
}

} // namespace

const std::vector<Cell>& neighbours(Cell cell) {
    static const Table table(neighbours_of);
    return table[cell];
}

bool vacant(const State& state, Cell cell) { return !state.board.contains(cell); }

bool holds(const State& state, Cell cell, char side) {
    const auto found = state.board.find(cell);
    return found != state.board.end() && owner(found->second) == side;
}

bool between_enemies(const Rules& rules, const State& state, Cell cell, char side) {
    for (const auto& [one, two] : flank_pairs(rules, cell)) {
        if (holds(state, one, other(side)) && holds(state, two, other(side))) return true;
    }
    return false;
}

std::vector<Trap> traps(const Rules& rules, const State& state, Cell landed) {
    const char side = owner(state.board.at(landed));
    std::vector<Trap> found;
    for (const auto& [cell, piece] : state.board) {
        if (owner(piece) == side) continue;
        for (const auto& [one, two] : flank_pairs(rules, cell)) {
            if (one == landed && holds(state, two, side)) found.push_back({cell, two});
            if (two == landed && holds(state, one, side)) found.push_back({cell, one});
        }
    }
    return found;
}

std::vector<Cell> guards_of(const State& state, char side) {
    std::vector<Cell> guards;
    for (const auto& [cell, piece] : state.board) {
        if (owner(piece) == side && !is_queen(piece)) guards.push_back(cell);
    }
    return guards;
}

bool in_placement(const State& state) { return state.reserve.at('w') + state.reserve.at('b') > 0; }

// 4.5: the captured pieces of the side whose turn it is; 7.4: of the other side.
std::vector<Cell> to_be_dealt_with(const Rules& rules, const State& state) {
    return next_captured(state, rules.effect == Effect::Bloody ? other(state.turn) : state.turn);
}

} // namespace naive
