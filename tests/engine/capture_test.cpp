// Flanks and captures (rules.md 4.2 and 4.4) against their definition, on random boards.
#include "engine/capture.hpp"

#include "engine/notation.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

namespace {

using namespace agon;

/// 4.2: the flank pairs of a cell, both cells on the board.
std::vector<std::pair<Cell, Cell>> flank_pairs(Flank flank, Cell cell) {
    std::vector<Cell> near;
    for (const auto& [file, row] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 0}, {0, -1}, {-1, -1}})
        near.push_back(Cell::at(cell.file() + file, cell.row() + row).value_or(Cell::none()));
    std::vector<std::pair<Cell, Cell>> pairs;
    if (flank == Flank::Line) {
        for (std::size_t i = 0; i < 3; ++i)
            if (!near[i].is_none() && !near[i + 3].is_none())
                pairs.emplace_back(near[i], near[i + 3]);
        return pairs;
    }
    std::erase_if(near, [&](Cell c) { return c.is_none() || c.ring() != cell.ring(); });
    if (near.size() == 2) pairs.emplace_back(near[0], near[1]);
    return pairs;
}

/// 4.4: the enemies between the landed piece and another piece of its side.
Bitboard captured_by_definition(Flank flank, const Position& p, Side us, Cell landed) {
    Bitboard captured;
    p.pieces[index(~us)].for_each([&](Cell prey) {
        for (const auto& [one, two] : flank_pairs(flank, prey))
            if ((one == landed && p.pieces[index(us)].contains(two)) ||
                (two == landed && p.pieces[index(us)].contains(one)))
                captured |= Bitboard(prey);
    });
    return captured;
}

} // namespace

TEST_CASE("captures by every piece as if it had just landed, on random boards") {
    support::Random random(21);
    for (const char* preset : {"classic", "botermans"}) {
        const RuleSet rules = support::preset(preset).engine;
        int captures = 0;
        for (int i = 0; i < 5'000; ++i) {
            const Position p = parse_position(rules, support::random_position(random, false));
            for (const Side us : BOTH_SIDES)
                p.pieces[index(us)].for_each([&](Cell landed) {
                    const Bitboard captured = captured_by_landing(rules, p, us, landed);
                    REQUIRE(captured == captured_by_definition(rules.flank, p, us, landed));
                    captures += captured.count();
                });
        }
        CHECK(captures > 1'000);
    }
}

TEST_CASE("the cells between a landed piece and its partners on a line") {
    support::Random random(22);
    const RuleSet rules;
    for (int i = 0; i < 2'000; ++i) {
        const Position p = parse_position(rules, support::random_position(random, false));
        const Cell landed = p.queens[0];
        const Bitboard partners = p.guards(Side::White);
        Bitboard expected;
        BOARD.for_each([&](Cell c) {
            for (const auto& [one, two] : flank_pairs(Flank::Line, c))
                if ((one == landed && partners.contains(two)) ||
                    (two == landed && partners.contains(one)))
                    expected |= Bitboard(c);
        });
        REQUIRE(between_on_lines(landed, partners) == expected);
    }
}

TEST_CASE("the rule set chooses the reading of a flank") {
    const RuleSet line = support::preset("classic").engine;
    const RuleSet ring = support::preset("botermans").engine;
    const Bitboard pair = Bitboard(*Cell::parse("e6")) | Bitboard(*Cell::parse("g6"));
    CHECK(between(line, pair) == THRONE);
    CHECK(between(ring, pair).none());
    const Bitboard corner = Bitboard(*Cell::parse("e1")) | Bitboard(*Cell::parse("g2"));
    CHECK(between(line, corner).none());
    CHECK(between(ring, corner) == Bitboard(*Cell::parse("f1")));
}
