// rules.md section 1: which cells exist, what they are called and how far from the throne they lie.
#include "engine/board/cell.hpp"

#include "tests/naive/referee.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace agon;

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
