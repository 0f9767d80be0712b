// Every action fits 16 bits and comes back out of them.
#include "engine/game/move.hpp"

#include "engine/board/geometry.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace agon;

TEST_CASE("pairs of cells, placements and the pass differ from each other and from no action") {
    std::set<std::uint16_t> seen = {Move().raw()};
    const auto check = [&](Move move, Cell from, Cell to) {
        REQUIRE(move.from() == from);
        REQUIRE(move.to() == to);
        REQUIRE(Move::from_raw(move.raw()) == move);
        REQUIRE(seen.insert(move.raw()).second);
        REQUIRE_FALSE(move.is_none());
    };
    BOARD.for_each([&](Cell from) {
        BOARD.for_each([&](Cell to) {
            if (from == to) return; // no rule allows it
            check(Move(from, to), from, to);
            REQUIRE_FALSE(Move(from, to).is_pass());
            REQUIRE_FALSE(Move(from, to).is_placement());
        });
        check(Move::placement(from), Cell::none(), from);
        REQUIRE(Move::placement(from).is_placement());
        REQUIRE_FALSE(Move::placement(from).is_pass());
    });
    check(Move::pass(), Cell::none(), Cell::none());
    CHECK(Move::pass().is_pass());
    CHECK_FALSE(Move::pass().is_placement());
    CHECK(seen.size() == 1 + 91 * 90 + 91 + 1);
}
