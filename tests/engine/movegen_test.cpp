// What is legal (rules.md 4.1, 4.5, 4.7), and what an action changes (4.4 to 4.7, 7, and CLOCK and
// NUMBER of section 8); lockstep_test.cpp compares all of it with the naive referee. Results by the
// board only (4.8 and 7.5); hand_positions_test.cpp reaches them by play.
#include "engine/board/geometry.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/count_replies.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/move.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/twin.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

using namespace agon;

namespace {

using support::arranged;
using support::Twin;

const std::string AROUND = " Ge5 Gf5 Ge6 Gg6 Gf7 Gg7";
const std::string SIX_BLACK = " ga2 ga3 ga4 ga5 gb1 gc1";

/// In words; the naive referee must say the same.
std::string result(const std::string& preset, const std::string& pieces,
                   const std::string& fields = "w - - 0 1") {
    const support::RulePair pair = support::preset(preset);
    const std::string text = support::arranged(pieces, fields);
    const Position position = parse_position(pair.engine, text);
    const std::string words = to_text(decided(pair.engine, position));
    CHECK(words == naive::result(pair.naive, naive::parse(text)));
    CHECK(is_decided(pair.engine, position) == (words != "none"));
    return words;
}

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

TEST_CASE("a list is emptied before it is filled, in an order that depends only on the position") {
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

TEST_CASE("replies in positions that no game reaches") {
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

TEST_CASE("every legal action of random positions leads to the referee's position") {
    support::Random random(41);
    std::vector<support::RulePair> rules = support::all_presets();
    for (int i = 0; i < 20; ++i) rules.push_back(support::random_rules(random));
    for (const support::RulePair& pair : rules)
        for (int i = 0; i < (support::SLOW_BUILD ? 30 : 150); ++i) {
            const std::string text = support::random_position(random, pair.naive.effect);
            const Position p = parse_position(pair.engine, text);
            const naive::State state = naive::parse(text);
            MoveList moves;
            legal_moves(pair.engine, p, moves);
            for (const Move move : moves)
                CHECK_NOTHROW((void)support::agreed(pair, after(pair.engine, p, move),
                                                    naive::play(pair.naive, state, to_text(move))));
            REQUIRE(to_text(p) == text); // after() works on a copy
        }
}

TEST_CASE("counters stay within the range that a position text has") {
    const RuleSet rules;
    const Position p = parse_position(
        rules, support::arranged("Qa6 Gb1 Ge1 Ga5 Ga4 Ga3 Ga2 ql11 gc1 gd6 gl7 gl8 gl9 gl10",
                                 "b - - 2147483647 2147483647"));
    MoveList moves;
    legal_moves(rules, p, moves);
    for (const Move move : moves) {
        const Position next = after(rules, p, move);
        CHECK(parse_position(rules, to_text(next)) == next);
        CHECK(next.number == MAX_COUNTER);
    }
}

TEST_CASE("outcomes in words") {
    CHECK(to_text(std::optional<Outcome>()) == "none");
    CHECK(to_text(Outcome{Side::White, Reason::Throne}) == "white wins (throne)");
    CHECK(to_text(Outcome{Side::Black, Reason::Forfeit}) == "black wins (forfeit)");
    CHECK(to_text(Outcome{Side::Black, Reason::NoGuards}) == "black wins (no guards)");
    CHECK(to_text(Outcome{std::nullopt, Reason::Repetition}) == "draw (repetition)");
    CHECK(to_text(Outcome{std::nullopt, Reason::NoProgress}) == "draw (no progress)");
    CHECK(to_text(Outcome{std::nullopt, Reason::Ring}) == "draw (ring)");
    CHECK(to_text(Outcome{Side::Black, Reason::NoAction}) == "black wins (no action)");
}

TEST_CASE("4.8 a, b: the queen enthroned among all six guards wins in every preset") {
    for (const std::string& preset : naive::preset_names()) {
        INFO(preset);
        CHECK(result(preset, "Qf6" + AROUND + " qa1" + SIX_BLACK) == "white wins (throne)");
        CHECK(result(preset, "Qa1 Ga2 Ga3 Ga4 Ga5 Gb1 Gc1 qf6 ge5 gf5 ge6 gg6 gf7 gg7") ==
              "black wins (throne)");
        if (preset != "bloody-queen")
            CHECK(result(preset, "Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gh8 qa1" + SIX_BLACK) == "none");
    }
}

TEST_CASE("other readings: six guards around the throne draw, or nothing happens") {
    const std::string empty = "Ql11" + AROUND + " qa1" + SIX_BLACK;
    const std::string taken = "Ql11" + AROUND + " qf6" + SIX_BLACK;
    CHECK(result("ham+forfeit=draw", empty) == "draw (ring)");
    CHECK(result("ham+forfeit=draw", taken) == "none");
    CHECK(result("ham+forfeit=none", empty) == "none");
    CHECK(result("ham+forfeit=none", taken) == "none");
}

TEST_CASE("other readings: a side without an action loses, but not while guards are placed") {
    const std::string stuck = "6/7/8/5g3/4GGg3/4GQGG3/3ggGg3/3g5/8/2q4/6 w - - 0 1";
    for (const std::string value : {"pass", "loses"}) {
        const support::RulePair pair = support::preset("classic+no_action=" + value);
        const auto end = to_text(decided(pair.engine, parse_position(pair.engine, stuck)));
        CHECK(end == naive::result(pair.naive, naive::parse(stuck)));
        CHECK(end == (value == "loses" ? "black wins (no action)" : "none"));
    }
    CHECK(result("classic+no_action=loses", "Qa1 Ga2 Ga3 Ga4 Ga5 Gb1 Gc1 ql11 ge5 gf5",
                 "w - gggg 0 1") == "none"); // white passes until black has placed its guards
}

TEST_CASE("4.8 c, d: six guards around an empty throne lose in every preset") {
    for (const std::string& preset : naive::preset_names()) {
        INFO(preset);
        CHECK(result(preset, "Ql11" + AROUND + " qa1" + SIX_BLACK) == "black wins (forfeit)");
        CHECK(result(preset, "Qa1 Ga2 Ga3 Ga4 Ga5 Gb1 Gc1 ql11 ge5 gf5 ge6 gg6 gf7 gg7") ==
              "white wins (forfeit)");
    }
}

TEST_CASE("4.8 c, d: around the enemy queen as `forfeit` says") {
    for (const std::string& preset : naive::preset_names()) {
        INFO(preset);
        const bool empty_only = naive::preset(preset).forfeit == naive::Forfeit::EmptyThrone;
        CHECK(result(preset, "Ql11" + AROUND + " qf6" + SIX_BLACK) ==
              (empty_only ? "none" : "black wins (forfeit)"));
    }
}

TEST_CASE("7.5: the results of Bloody Queen, in their order") {
    const std::string bloody = "bloody-queen";
    CHECK(result(bloody, "Qa1 ql11 gl10") == "black wins (no guards)");
    CHECK(result(bloody, "Qa1 Gb1 ql11") == "white wins (no guards)");
    CHECK(result(bloody, "Qa1 ql11 gl10", "w - G 0 1") == "none"); // in reserve
    // (i) before (ii) and even when something is left to settle.
    CHECK(result(bloody, "Qf6 Ge5 ql11") == "white wins (no guards)");
    CHECK(result(bloody, "Qa1 Gb1 ql11", "w l11 - 0 1") == "white wins (no guards)");
    // (ii): all that remain, at least one.
    CHECK(result(bloody, "Qf6 Ge5 ql11 gl10") == "white wins (throne)");
    CHECK(result(bloody, "Qf6 Ge5 Gh8 ql11 gl10") == "none");
    CHECK(result(bloody, "Qf6 Ge5 ql11 gl10", "w l10 - 0 1") == "none"); // not settled
    CHECK(result(bloody, "Qf6 ql11 gl10") == "black wins (no guards)");
    CHECK(result(bloody, "Qe6 Ge5 qf6 gg7", "b - - 0 1") == "black wins (throne)");
    // (iii): six, not all that remain.
    CHECK(result(bloody, "Ql11 Ge5 Gf5 Ge6 Gg6 Gf7 qa1 ga2") == "none");
    CHECK(result(bloody, "Ql11" + AROUND + " qa1 ga2", "w a2 - 0 1") == "none"); // not settled
}

TEST_CASE("may_be_decided misses no end, on random boards") {
    support::Random random(43);
    int ends = 0;
    for (const support::RulePair& pair : support::all_presets()) {
        for (int i = 0; i < 5'000 / support::SHARE; ++i) {
            const std::string text = support::random_position(random, pair.naive.effect);
            const Position p = parse_position(pair.engine, text);
            const auto end = decided(pair.engine, p);
            REQUIRE(is_decided(pair.engine, p) == end.has_value());
            REQUIRE(to_text(end) == naive::result(pair.naive, naive::parse(text)));
            ends += end ? 1 : 0;
        }
    }
    CHECK(ends > 20 / support::SHARE);
}
