// What is legal (rules.md 4.1, 4.5, 4.7); lockstep_test.cpp holds all of it to the naive referee.

#include "engine/game/movegen.hpp"

#include "engine/board/geometry.hpp"
#include "engine/game/move.hpp"
#include "engine/record/notation.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/twin.hpp"

#include <doctest/doctest.h>
#include <set>
#include <vector>

namespace {

using namespace agon;
using support::arranged;
using support::Twin;

} // namespace

TEST_CASE("the list, its length and each member agree, and nothing else is legal") {
    std::vector<Cell> cells{Cell::none()};
    BOARD.for_each([&](Cell cell) { cells.push_back(cell); });
    support::Random random(27);
    for (const support::RulePair& pair : support::all_presets()) {
        for (int i = 0; i < 60; ++i) {
            const Position p =
                parse_position(pair.engine, support::random_position(random, pair.naive.effect));
            MoveList moves;
            legal_moves(pair.engine, p, moves);
            std::set<std::uint16_t> legal;
            for (const Move move : moves) legal.insert(move.raw());
            REQUIRE(legal.size() == moves.size()); // no duplicates
            REQUIRE(count_legal(pair.engine, p) == moves.size());
            std::size_t found = 0;
            const auto ask = [&](Move move) {
                const bool is = is_legal(pair.engine, p, move);
                REQUIRE(is == legal.contains(move.raw()));
                found += is ? 1 : 0;
            };
            for (const Cell from : cells)
                for (const Cell to : cells) ask(Move(from, to));
            REQUIRE(found == legal.size());
        }
    }
}

TEST_CASE("the actions to some cells are those of the list, in its order, without a pass") {
    support::Random random(28);
    for (const support::RulePair& pair : support::all_presets()) {
        for (int i = 0; i < 200; ++i) {
            const Position p =
                parse_position(pair.engine, support::random_position(random, pair.naive.effect));
            Bitboard targets;
            BOARD.for_each([&](Cell c) {
                if (random.percent(40)) targets |= Bitboard(c);
            });
            MoveList all;
            legal_moves(pair.engine, p, all);
            std::vector<Move> expected;
            for (const Move move : all) {
                if (!move.is_pass() && targets.contains(move.to())) expected.push_back(move);
            }
            MoveList moves;
            moves.push_back(Move::pass()); // to be emptied first
            legal_moves_to(pair.engine, p, targets, moves);
            REQUIRE(std::vector<Move>(moves.begin(), moves.end()) == expected);
        }
    }
    const RuleSet rules;
    MoveList moves;
    legal_moves_to(
        rules,
        parse_position(rules, arranged("Qf6 Ge5 Gf5 Ge6 Gf7 Gg7 Gh8 gg6 gg8 gh7 ql11 gl7 gl8 gl9")),
        BOARD, moves);
    CHECK(moves.empty()); // a pass is all that is legal there
}

TEST_CASE("a list is emptied before it is filled, in an order of the position alone") {
    const RuleSet rules;
    const Position first = setup_position(rules, Setup::Standard);
    MoveList moves;
    legal_moves(rules, first, moves);
    const std::vector<Move> once(moves.begin(), moves.end());
    legal_moves(rules, first, moves);
    CHECK(std::vector<Move>(moves.begin(), moves.end()) == once);
    CHECK(once.size() == 27); // perft-setups.txt
}

TEST_CASE("the longest lists: six captured guards with a whole ring to go to") {
    // Nothing stands on ring 5 and no guard is there, so each of the six has its thirty cells.
    const Twin relocations(support::preset("ludii"),
                           arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gh8 qe4 gf4 gd4 gd5 gd6 gg5 gh6",
                                    "w e5,f5,e6,g6,f7,h8 - 0 9"));
    CHECK(relocations.legal().size() == 180);
    CHECK(relocations.legal().size() == MAX_MOVES);
    const Twin bloody(support::preset("bloody-queen"),
                      arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gh8 qe4 gb2 gf2 gk6 gk10 gf10 gb6",
                               "w b2,f2,k6,k10,f10,b6 - 0 9"));
    CHECK(bloody.legal().size() == MAX_MOVES);
}

TEST_CASE("the targets of a captured piece are those of its legal relocations") {
    support::Random random(28);
    for (const support::RulePair& pair : support::all_presets()) {
        int seen = 0;
        for (int i = 0; i < 1'000; ++i) {
            const Position p =
                parse_position(pair.engine, support::random_position(random, pair.naive.effect));
            MoveList moves;
            legal_moves(pair.engine, p, moves);
            if (moves.empty() || moves[0].is_pass() || moves[0].is_placement()) continue;
            const Cell from = moves[0].from();
            if (!p.captured.contains(from)) continue;
            Bitboard targets;
            for (const Move move : moves)
                if (move.from() == from) targets |= Bitboard(move.to());
            REQUIRE(relocation_targets(pair.engine, p, from) == targets);
            ++seen;
        }
        CHECK(seen > 100);
    }
}

// count_replies() against counting the replies to each action.
namespace {

using namespace agon;

constexpr int REPLY_SHARE = support::SLOW_BUILD ? 5 : 1; // sanitizers see a part

void check(const RuleSet& rules, const Position& position) {
    MoveList moves;
    legal_moves(rules, position, moves);
    std::uint64_t replies = 0;
    for (const Move move : moves) replies += count_legal(rules, after(rules, position, move));
    REQUIRE(count_replies(rules, position) == replies);
}

} // namespace

TEST_CASE("replies along random games of every preset") {
    for (const support::RulePair& pair : support::all_presets()) {
        INFO(pair.name);
        support::walk_from_setups(pair.engine, 13, 3'000 / REPLY_SHARE,
                                  [&](const Position& p) { check(pair.engine, p); });
    }
}

TEST_CASE("replies along random games of custom rules") {
    support::Random random(14);
    for (int i = 0; i < 200 / REPLY_SHARE; ++i) {
        const support::RulePair pair =
            support::random_rules(random, i % 4 == 0 ? "remove" : "relocate");
        INFO(pair.name);
        support::walk(pair.engine, setup_position(pair.engine, pair.engine.setup), random.bits(),
                      300, [&](const Position& p) { check(pair.engine, p); });
    }
}

TEST_CASE("replies in positions of no game") {
    support::Random random(15);
    for (const support::RulePair& pair : support::all_presets()) {
        INFO(pair.name);
        for (int i = 0; i < 3'000 / REPLY_SHARE; ++i) {
            const std::string text = support::random_position(random, pair.naive.effect);
            INFO(text);
            check(pair.engine, parse_position(pair.engine, text));
        }
    }
}

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
