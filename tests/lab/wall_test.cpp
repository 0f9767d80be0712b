// Walls under line flanks, by the naive referee. The counts of walls without a piece on the edge,
// none of five pieces, 30 of six, in 20 of them a queen on the throne, and the fewest actions 16,
// 18 and 20 come from an earlier, independent search.
#include "tools/lab/prove/wall.hpp"

#include "engine/game/symmetry.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/build_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <set>

namespace {

using namespace agon;
using namespace agon::prove;
using Cells = std::set<naive::Cell>;

const std::vector<Wall>& walls_of(int pieces) {
    static const std::array<std::vector<Wall>, 3> all = {find_walls(5), find_walls(6),
                                                         find_walls(7)};
    return all[static_cast<std::size_t>(pieces) - 5];
}

bool is_off_edge(const Wall& wall) { return (wall.pieces & OUTER_RING).none(); }

int fewest_actions(const std::vector<Wall>& walls, auto is_counted) {
    int fewest = 99;
    for (const Wall& wall : walls)
        if (is_off_edge(wall) && is_counted(wall)) fewest = std::min(fewest, wall.actions);
    return fewest;
}

Cells cells_of(Bitboard set) {
    Cells cells;
    set.for_each([&](Cell cell) { cells.insert(naive::cell_named(cell.text())); });
    return cells;
}

/// Black's pieces; White is not there yet, and has the turn.
naive::State wall_of(Bitboard pieces) {
    naive::State state;
    for (const naive::Cell cell : cells_of(pieces)) state.board[cell] = 'g';
    const naive::Cell throne = naive::cell_named("f6");
    state.board[state.board.contains(throne) ? throne : state.board.begin()->first] = 'q';
    return state;
}

naive::Cell target_of(const std::string& action) {
    return naive::cell_named(action.substr(action.find_first_of("abcdefghjkl", 1)));
}

/// Where a captured white guard may be put.
Cells edge_of(const naive::Rules& rules, naive::State state) {
    const auto inside = std::ranges::find_if(naive::all_cells(), [&](naive::Cell cell) {
        return naive::ring(cell) < 5 && !state.board.contains(cell);
    });
    state.board[*inside] = 'G';
    state.captured = {*inside};
    Cells edge;
    for (const std::string& action : naive::legal(rules, state)) edge.insert(target_of(action));
    return edge;
}

/// The cells, and those to which a white queen comes from them.
Cells reached_from(const naive::Rules& rules, const naive::State& black, Cells cells) {
    std::vector<naive::Cell> waiting(cells.begin(), cells.end());
    while (!waiting.empty()) {
        const naive::Cell from = waiting.back();
        waiting.pop_back();
        naive::State state = black;
        state.board[from] = 'Q';
        for (const std::string& action : naive::legal(rules, state))
            if (action != "pass" && cells.insert(target_of(action)).second)
                waiting.push_back(target_of(action));
    }
    return cells;
}

/// White has a piece on every cell that she reaches, and one of them lands: in every way that could
/// capture. Returns how often.
int count_landings(const naive::Rules& rules, const naive::State& black, const Cells& reach) {
    int count = 0;
    for (const naive::Cell to : reach) {
        const bool beside = std::ranges::any_of(black.board, [&](const auto& entry) {
            const int row = entry.first.row - to.row, file = entry.first.file - to.file;
            return std::max({std::abs(row), std::abs(file), std::abs(row - file)}) == 1;
        });
        if (!beside) continue;
        int queens = 0; // at two places, because she leaves one of them
        for (const naive::Cell queen : reach) {
            if (queen == to || queens == 2) continue;
            ++queens;
            naive::State state = black;
            for (const naive::Cell cell : reach)
                if (cell != to) state.board[cell] = 'G';
            state.board[queen] = 'Q';
            state.captured = {queen};
            REQUIRE(naive::result(rules, state) == "none");
            const std::string action = naive::name(queen) + naive::name(to);
            const auto legal = naive::legal(rules, state);
            if (std::ranges::count(legal, action) == 0) continue; // closed by a step of Black
            const naive::State after = naive::play(rules, state, action);
            REQUIRE(after.captured.empty());
            REQUIRE(naive::result(rules, after) == "none");
            ++count;
        }
    }
    return count;
}

/// Follows the endless sequence of a wall against White everywhere, until it comes round.
int hold_out(Wall wall, bool queen_on_throne) {
    const naive::Rules rules = naive::preset("classic");
    naive::State black = wall_of(wall.pieces);
    Cells reach = reached_from(rules, black, edge_of(rules, black));
    CHECK(reach == cells_of(wall.reach));
    if (queen_on_throne) {
        wall.reach |= THRONE;
        reach.insert(naive::cell_named("f6"));
    }
    int count = count_landings(rules, black, reach);
    std::set<std::pair<Cells, Cells>> met;
    while (met.insert({cells_of(wall.pieces), reach}).second) {
        const auto step = endless_step(wall);
        if (!step) return wall.step && !queen_on_throne ? 0 : count;
        naive::State state = black;
        for (const naive::Cell cell : reach) state.board[cell] = 'G';
        state.turn = 'b';
        const std::string action = step->from.text() + step->to.text();
        const auto legal = naive::legal(rules, state);
        REQUIRE(std::ranges::count(legal, action) == 1);
        REQUIRE(naive::play(rules, state, action).captured.empty());
        wall = stepped(wall, *step);
        const naive::Cell from = naive::cell_named(step->from.text());
        const char piece = black.board.at(from);
        black.board.erase(from);
        black.board[naive::cell_named(step->to.text())] = piece;
        reach = reached_from(rules, black, reach);
        CHECK(reach == cells_of(wall.reach));
        count += count_landings(rules, black, reach);
    }
    return count;
}

} // namespace

TEST_CASE("walls: the counts") {
    CHECK(walls_of(5).empty());
    const auto is_any = [](const Wall&) { return true; };
    const auto is_free = [](const Wall& wall) { return wall.throne; };
    const auto is_endless = [](const Wall& wall) { return wall.step.has_value(); };
    CHECK(std::ranges::count_if(walls_of(6), is_off_edge) == 30);
    const auto with_queen = std::ranges::count_if(walls_of(6), [](const Wall& wall) {
        return is_off_edge(wall) && (wall.throne || wall.pieces.contains(THRONE_CELL));
    });
    CHECK(with_queen == 20);
    CHECK(fewest_actions(walls_of(6), is_any) == 16);
    CHECK(fewest_actions(walls_of(6), is_free) == 18);
    CHECK(fewest_actions(walls_of(7), is_endless) == 20);
}

TEST_CASE("walls: the star of the earlier search is one, and so are all fortresses") {
    const auto is_wall = [](Bitboard pieces, const auto& is_like) {
        return std::ranges::any_of(walls_of(pieces.count()), [&](const Wall& wall) {
            return is_like(wall) && std::ranges::any_of(SYMMETRIES, [&](const CellMap& map) {
                       return mapped(wall.pieces, map) == pieces;
                   });
        });
    };
    Bitboard star;
    for (const char* name : {"d4", "d6", "f4", "f8", "h6", "h8"})
        star |= Bitboard(*Cell::parse(name));
    CHECK(is_wall(star, [](const Wall& wall) {
        return wall.throne && !wall.step && (wall.reach & (RINGS[1] | RINGS[2])).none();
    }));
    for (const Fortress& fortress : find_fortresses(7).endless)
        CHECK(is_wall(fortress.fort.pieces, [&](const Wall& wall) {
            return wall.step.has_value() && wall.throne == fortress.throne;
        }));
}

TEST_CASE("walls: White captures nothing and does not win, wherever she comes from the edge") {
    int landings = 0;
    for (const int pieces : {6, 7})
        for (std::size_t i = 0; i < walls_of(pieces).size(); i += support::SLOW_BUILD ? 20 : 1) {
            const Wall& wall = walls_of(pieces)[i];
            CAPTURE(to_text(wall));
            const int count = hold_out(wall, false);
            CHECK(count > 0);
            landings += count;
            if (wall.throne) landings += hold_out(wall, true);
        }
    CHECK(landings > (support::SLOW_BUILD ? 500 : 10'000));
}
