#include "tests/naive/seal.hpp"

#include "tests/naive/board.hpp"

#include <array>
#include <vector>

namespace naive {
namespace {

// A cell that the enemy of `side` may not step to: a piece of `side` is on it, or two of them are
// beside it.
bool shut(const Rules& rules, const State& state, Cell cell, char side) {
    return holds(state, cell, side) || between_enemies(rules, state, cell, other(side));
}

struct Walker {
    Cell start;
    bool queen = false;
    Cells reach;
};

// "Reach": steps inward and sideways, never onto a cell that is shut in both states.
Cells reach_of(Cell start, bool queen, const Cells& shut_cells) {
    Cells reach = {start};
    std::vector<Cell> todo = {start};
    while (!todo.empty()) {
        const Cell from = todo.back();
        todo.pop_back();
        for (const Cell to : neighbours(from)) {
            if (ring(to) > ring(from) || shut_cells.contains(to)) continue;
            if (ring(to) == 0 && !queen) continue;
            if (reach.insert(to).second) todo.push_back(to);
        }
    }
    return reach;
}

std::vector<std::pair<Cell, Cell>> lines_through(Cell cell) {
    std::vector<std::pair<Cell, Cell>> lines;
    for (const std::array<int, 2> way : {std::array{1, 0}, std::array{0, 1}, std::array{1, 1}})
        lines.push_back(
            {{cell.row + way[0], cell.file + way[1]}, {cell.row - way[0], cell.file - way[1]}});
    return lines;
}

// Two different enemies can come to the two ends of a line through `cell`.
bool can_be_flanked(const std::vector<Walker>& enemies, Cell cell) {
    for (const auto& [one, two] : lines_through(cell))
        for (const Walker& first : enemies)
            for (const Walker& second : enemies)
                if (first.start != second.start && first.reach.contains(one) &&
                    second.reach.contains(two))
                    return true;
    return false;
}

bool is_seal(const Rules& rules, const State& state, char side, Cell x, Cell y) {
    State later = state;
    later.board.erase(x);
    later.board[y] = state.board.at(x);

    Cells shut_cells;
    for (const Cell cell : all_cells())
        if (shut(rules, state, cell, side) && shut(rules, later, cell, side))
            shut_cells.insert(cell);

    std::vector<Walker> enemies;
    Cells own;
    for (const auto& [cell, piece] : state.board) {
        if (owner(piece) == side)
            own.insert(cell);
        else
            enemies.push_back({cell, is_queen(piece), reach_of(cell, is_queen(piece), shut_cells)});
    }
    const auto reached = [&](Cell cell) {
        for (const Walker& enemy : enemies)
            if (enemy.reach.contains(cell)) return true;
        return false;
    };

    if (reached(x) || reached(y)) return false;
    for (const Cell cell : own)
        if (can_be_flanked(enemies, cell)) return false;
    if (can_be_flanked(enemies, y)) return false;

    // A landing on x or y captures along a line whose other end is a piece that stands still.
    for (const Cell landing : {x, y})
        for (const Cell prey : neighbours(landing)) {
            const Cell partner = {2 * prey.row - landing.row, 2 * prey.file - landing.file};
            if (partner != x && own.contains(partner) && reached(prey)) return false;
        }

    bool reaches_throne = false, all_guards_inside = true;
    Cells taken;
    for (const Walker& enemy : enemies) {
        if (enemy.queen) {
            reaches_throne = enemy.reach.contains({6, 6});
            continue;
        }
        bool inside = false;
        for (const Cell cell : enemy.reach)
            if (ring(cell) == 1) {
                inside = true;
                taken.insert(cell);
            }
        all_guards_inside = all_guards_inside && inside;
    }
    const bool surrounds =
        rules.effect == Effect::Remove ? all_guards_inside : taken.size() == std::size_t{6};
    return !(reaches_throne && surrounds);
}

} // namespace

std::set<std::pair<Cell, Cell>> seals(const Rules& rules, const State& state, char side) {
    std::set<std::pair<Cell, Cell>> found;
    if (rules.flank != Flank::Line || rules.between != Between::Illegal ||
        rules.effect == Effect::Bloody || rules.repetition != Repetition::Draw ||
        !state.captured.empty() || in_placement(state))
        return found;
    for (const auto& [x, piece] : state.board) {
        if (owner(piece) != side) continue;
        for (const Cell y : neighbours(x))
            if (ring(y) == ring(x) && vacant(state, y) && is_seal(rules, state, side, x, y))
                found.insert({x, y});
    }
    return found;
}

} // namespace naive
