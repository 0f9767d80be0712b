// Bitboard against std::set on random sets of cells, and the masks against coordinates (rules.md
// sections 1, 4.1 and 4.2). Static assertions in geometry.cpp prove some of this again.
#include "engine/board/bitboard.hpp"
#include "engine/board/cell.hpp"
#include "engine/board/geometry.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

namespace {

using namespace agon;
using Indices = std::set<int>;

Indices indices(Bitboard cells) {
    Indices result;
    cells.for_each([&](Cell c) { result.insert(c.index()); });
    return result;
}

/// Section 1: the neighbours of (F,R) are (F±1,R), (F,R±1), (F+1,R+1) and (F-1,R-1); opposite
/// neighbours stand side by side.
std::vector<std::pair<int, int>> neighbour_steps() {
    return {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}};
}

/// 4.2 word for word.
bool is_between_on_a_line(Cell cell, Bitboard pieces) {
    const auto steps = neighbour_steps();
    for (std::size_t i = 0; i < steps.size(); i += 2) {
        const auto one = Cell::at(cell.file() + steps[i].first, cell.row() + steps[i].second);
        const auto two = Cell::at(cell.file() - steps[i].first, cell.row() - steps[i].second);
        if (one && two && pieces.contains(*one) && pieces.contains(*two)) return true;
    }
    return false;
}

bool is_between_on_a_ring(Cell cell, Bitboard pieces) {
    int neighbours = 0;
    int held = 0;
    for (const auto& [file, row] : neighbour_steps()) {
        const auto near = Cell::at(cell.file() + file, cell.row() + row);
        if (!near || near->ring() != cell.ring()) continue;
        ++neighbours;
        held += pieces.contains(*near) ? 1 : 0;
    }
    return neighbours == 2 && held == 2;
}

template<class Predicate>
Bitboard cells_where(Predicate holds) {
    Bitboard cells;
    BOARD.for_each([&](Cell c) {
        if (holds(c)) cells |= Bitboard(c);
    });
    return cells;
}

Bitboard random_cells(support::Random& random, std::size_t percent) {
    return cells_where([&](Cell) { return random.percent(percent); });
}

Bitboard random_pieces(support::Random& random) {
    return random_cells(random, random.pick(std::vector<std::size_t>{5, 20, 50, 90}));
}

} // namespace

TEST_CASE("set operations are those of sets") {
    support::Random random(1);
    for (int i = 0; i < 2'000; ++i) {
        const Bitboard a = random_cells(random, random.below(101));
        const Bitboard b = random_cells(random, random.below(101));
        const Indices set_a = indices(a);
        const Indices set_b = indices(b);
        Indices both, either = set_a, one, difference;
        either.insert(set_b.begin(), set_b.end());
        for (const int x : either) {
            if (set_a.contains(x) && set_b.contains(x))
                both.insert(x);
            else
                one.insert(x);
            if (set_a.contains(x) && !set_b.contains(x)) difference.insert(x);
        }
        REQUIRE(indices(a & b) == both);
        REQUIRE(indices(a | b) == either);
        REQUIRE(indices(a ^ b) == one);
        REQUIRE(indices(a - b) == difference);
        REQUIRE(a.count() == static_cast<int>(set_a.size()));
        REQUIRE(a.any() == !set_a.empty());
        REQUIRE(a.covers(b) == (both == set_b));
        REQUIRE((a == b) == (set_a == set_b));
        REQUIRE(a.none() == set_a.empty());
        BOARD.for_each([&](Cell c) { REQUIRE(a.contains(c) == set_a.contains(c.index())); });
        if (a.any()) REQUIRE(a.first().index() == *set_a.begin());
    }
}

TEST_CASE("cells are visited row by row upward, within a row by file") {
    std::vector<int> visited;
    BOARD.for_each([&](Cell c) { visited.push_back(c.index()); });
    CHECK(visited.size() == CELL_COUNT);
    CHECK(std::ranges::is_sorted(visited));
}

TEST_CASE("shifts add to every index, seen on the board") {
    support::Random random(2);
    for (int i = 0; i < 500; ++i) {
        const Bitboard cells = random_cells(random, 30);
        for_each_direction([&]<std::size_t d>() {
            Indices expected;
            for (const int index : indices(cells))
                if (const int to = index + OFFSETS[d]; to >= 0 && Cell::at(to % SPAN, to / SPAN))
                    expected.insert(to);
            REQUIRE(indices(shift<d>(cells) & BOARD) == expected);
        });
    }
}

TEST_CASE("neighbours by coordinates, told apart by ring") {
    BOARD.for_each([](Cell c) {
        Bitboard all, same, outward, inward;
        for (const auto& [file, row] : neighbour_steps()) {
            const auto near = Cell::at(c.file() + file, c.row() + row);
            if (!near) continue;
            all |= Bitboard(*near);
            if (near->ring() == c.ring()) same |= Bitboard(*near);
            if (near->ring() > c.ring()) outward |= Bitboard(*near);
            if (near->ring() < c.ring()) inward |= Bitboard(*near);
        }
        CHECK(NEIGHBOURS[c] == all);
        CHECK(RING_NEIGHBOURS[c] == same);
        CHECK(OUTWARD_NEIGHBOURS[c] == outward);
        CHECK(STEPS[c] == (same | inward));
    });
    CHECK(STEPS[THRONE_CELL].none());
    CHECK(NEIGHBOURS[Cell::none()].none());
}

TEST_CASE("the masks of guards' steps make the same steps, except onto the throne") {
    BOARD.for_each([](Cell c) {
        Bitboard targets;
        for_each_direction([&]<std::size_t d>() {
            if (GUARD_MAY_STEP[d].contains(c)) targets |= shift<d>(Bitboard(c));
        });
        CHECK(targets == STEPS[c] - THRONE);
    });
}

TEST_CASE("cells between two on a line or a ring, on random boards") {
    support::Random random(3);
    for (int i = 0; i < 3'000; ++i) {
        const Bitboard pieces = random_pieces(random);
        REQUIRE(between_on_lines(pieces) ==
                cells_where([&](Cell c) { return is_between_on_a_line(c, pieces); }));
        REQUIRE(between_on_rings(pieces) ==
                cells_where([&](Cell c) { return is_between_on_a_ring(c, pieces); }));
    }
}

TEST_CASE(
    "ring flanks updated for a new, removed or moved piece equal those computed from scratch") {
    support::Random random(4);
    std::vector<Cell> cells;
    BOARD.for_each([&](Cell c) { cells.push_back(c); });
    int came = 0, left = 0, went = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Bitboard pieces = random_pieces(random);
        const Bitboard before = between_on_rings(pieces);
        const Cell from = random.percent(25) ? Cell::none() : random.pick(cells);
        const Cell to = random.percent(25) ? Cell::none() : random.pick(cells);
        if (!from.is_none() && !pieces.contains(from)) continue;
        if (!to.is_none() && pieces.contains(to)) continue;
        Bitboard moved = pieces;
        if (!from.is_none()) moved -= Bitboard(from);
        if (!to.is_none()) moved |= Bitboard(to);
        REQUIRE(between_on_rings_after(before, moved, from, to) == between_on_rings(moved));
        came += from.is_none() && !to.is_none() ? 1 : 0;
        left += !from.is_none() && to.is_none() ? 1 : 0;
        went += !from.is_none() && !to.is_none() ? 1 : 0;
    }
    CHECK(came > 500);
    CHECK(left > 500);
    CHECK(went > 500);
}

// Section 1: which cells exist, what they are called and how far from the throne they lie.

TEST_CASE("the 91 cells, their names and rings are the naive referee's, in its order") {
    std::vector<Cell> cells;
    for (int row = 0; row < SPAN; ++row)
        for (int file = 0; file < SPAN; ++file)
            if (const auto cell = Cell::at(file, row)) cells.push_back(*cell);
    const auto& expected = naive::all_cells();
    REQUIRE(cells.size() == CELL_COUNT);
    REQUIRE(expected.size() == CELL_COUNT);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        CHECK(cells[i].text() == naive::name(expected[i]));
        CHECK(cells[i].ring() == naive::ring(expected[i]));
        CHECK(cells[i].file() + 1 == expected[i].file);
        CHECK(cells[i].row() + 1 == expected[i].row);
        CHECK(Cell::parse(cells[i].text()) == cells[i]);
        CHECK(Cell::from_index(cells[i].index()) == cells[i]);
    }
}

TEST_CASE("of all short texts only the names of the 91 cells are cells, in either case") {
    std::set<std::string> names;
    for (const naive::Cell cell : naive::all_cells()) {
        std::string name = naive::name(cell);
        names.insert(name);
        name[0] = static_cast<char>(name[0] - 'a' + 'A');
        names.insert(name);
    }
    int found = 0;
    std::string text;
    const auto check = [&] {
        const bool is_cell = Cell::parse(text).has_value();
        if (is_cell != names.contains(text))
            FAIL_CHECK("Cell::parse is wrong about '" << text << "'");
        found += is_cell ? 1 : 0;
    };
    for (int a = 0; a < 256; ++a) {
        text = {static_cast<char>(a)};
        check();
        for (int b = 0; b < 256; ++b) {
            text = {static_cast<char>(a), static_cast<char>(b)};
            check();
            for (const char c : std::string("0123456789 a-")) {
                text = {static_cast<char>(a), static_cast<char>(b), c};
                check();
            }
        }
    }
    CHECK(found == 2 * CELL_COUNT);
    CHECK_FALSE(Cell::parse(""));
    CHECK_FALSE(Cell::parse("f011"));
    CHECK_FALSE(Cell::parse("f6f6"));
}

TEST_CASE("no cell has a name outside the board, and none() is none of them") {
    for (const auto& [file, row] : {std::pair{-1, 0}, {0, -1}, {11, 10}, {10, 11}, {0, 6}, {6, 0}})
        CHECK_FALSE(Cell::at(file, row));
    CHECK(Cell::none().is_none());
    CHECK(Cell() == Cell::none());
    CHECK_FALSE(THRONE_CELL.is_none());
}
