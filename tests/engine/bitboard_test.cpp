// Bitboard against std::set on random sets of cells.
#include "engine/board/bitboard.hpp"

#include "engine/board/geometry.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <set>

namespace {

using namespace agon;
using Indices = std::set<int>;

Indices indices(Bitboard cells) {
    Indices result;
    cells.for_each([&](Cell c) { result.insert(c.index()); });
    return result;
}

Bitboard random_cells(support::Random& random, std::size_t percent) {
    Bitboard cells;
    BOARD.for_each([&](Cell c) {
        if (random.percent(percent)) cells |= Bitboard(c);
    });
    return cells;
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
