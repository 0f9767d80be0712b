// How a search ends: what it has reported when it is stopped anywhere, that every limit ends it,
// and that it ends cleanly when memory runs out.
#include "engine/game/movegen.hpp"
#include "engine/rules/presets.hpp"
#include "tests/search/recorder.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/random.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <map>
#include <new>
#include <vector>

using namespace agon;
using namespace agon::search;

namespace {

/// How many allocations, of all threads, succeed before one fails; negative: all succeed.
std::atomic<long> allocations_left = -1;

} // namespace

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) // they have an operator new
#define AGON_FIXED_ALLOCATION
#endif
#endif
#ifndef AGON_FIXED_ALLOCATION

// These replace the whole program's. If they are inlined, GCC warns of a mismatched new and free.
[[gnu::noinline]] void* operator new(std::size_t size) {
    if (allocations_left.load(std::memory_order_relaxed) >= 0 && allocations_left-- == 0)
        throw std::bad_alloc();
    if (void* const memory = std::malloc(std::max<std::size_t>(size, 1))) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return std::malloc(std::max<std::size_t>(size, 1)); // a sanitizer's own is not for free()
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif

namespace {

/// What a user sees at the end: the last report of each line.
std::map<int, support::Recorded> last_reports(const std::vector<support::Recorded>& infos) {
    std::map<int, support::Recorded> lines;
    for (const auto& recorded : infos) lines.insert_or_assign(recorded.info.line, recorded);
    return lines;
}

/// Every line has an action of its own, the first is the answer, and a line that the last iteration
/// did not finish stands as the iteration before reported its action.
void check_lines(const support::Searched& searched, std::size_t expected) {
    const auto lines = last_reports(searched.infos);
    REQUIRE(lines.size() == expected);
    CHECK(lines.begin()->second.line[0] == searched.answer.best);
    const int depth = searched.last().info.depth;
    const int deepest = std::ranges::max(searched.infos, {}, [](const auto& recorded) {
                            return recorded.info.depth;
                        }).info.depth;
    CHECK(depth >= deepest - 1);
    std::vector<Move> seen;
    bool finished = true; // those of the last iteration come first
    for (const auto& entry : lines) {
        const auto& recorded = entry.second; // clang 14 cannot capture a structured binding
        CHECK(std::ranges::find(seen, recorded.line[0]) == seen.end());
        seen.push_back(recorded.line[0]);
        if (recorded.info.depth == deepest) {
            CHECK(finished);
            continue;
        }
        finished = false;
        CHECK(recorded.info.depth == deepest - 1);
        CHECK(std::ranges::any_of(searched.infos, [&](const auto& before) {
            return before.info.depth == recorded.info.depth && before.line == recorded.line &&
                   before.info.score == recorded.info.score &&
                   before.info.nodes < recorded.info.nodes;
        }));
    }
}

} // namespace

TEST_CASE("after a stop anywhere all lines are different actions") {
    support::Random random(37);
    const support::HandClock clock;
    Engine engine(clock);
    engine.set_hash(MIN_HASH_MB);
    const int stops = support::SLOW_BUILD ? 2 : 12;
    for (const support::RulePair& rules : support::all_presets())
        for (int i = 0; i < stops; ++i) {
            const Setup setup = random.percent(20) ? Setup::Placement : Setup::Standard;
            Game game(rules.engine, setup_position(rules.engine, setup));
            MoveList moves;
            for (std::size_t n = random.below(40); n > 0 && !game.outcome(); --n) {
                legal_moves(rules.engine, game.position(), moves);
                game.play(random.pick(std::vector<Move>(moves.begin(), moves.end())));
            }
            if (game.outcome()) continue;
            legal_moves(rules.engine, game.position(), moves);
            engine.options.multi_pv = 1 + static_cast<int>(random.below(8));
            Limits limits;
            limits.nodes = 1 + random.below(std::size_t{1} << (6 + random.below(8)));
            CAPTURE(rules.name);
            CAPTURE(to_text(game.position()));
            CAPTURE(engine.options.multi_pv);
            CAPTURE(*limits.nodes);
            check_lines(support::search(engine, game, limits),
                        std::min(moves.size(), static_cast<std::size_t>(engine.options.multi_pv)));
        }
}

TEST_CASE("a search for a win ends under every preset") {
    const support::HandClock clock;
    Engine engine(clock);
    engine.set_hash(4);
    for (const support::RulePair& rules : support::all_presets())
        for (const int mate : {1, 2}) {
            if (support::SLOW_BUILD && mate > 1) continue;
            if (rules.engine.repetition == Repetition::Loses) continue; // refused
            CAPTURE(rules.name);
            CAPTURE(mate);
            const Game game(rules.engine, setup_position(rules.engine, Setup::Standard));
            Limits limits;
            limits.mate = mate;
            engine.clear();
            const auto searched = support::search(engine, game, limits);
            // No win so early: each of the six guards of either side is four steps from ring 1.
            CHECK_FALSE(is_win(searched.last().info.score));
            CHECK(searched.last().line[0] == searched.answer.best);
        }
}

TEST_CASE("a search for a win ends in the middle of a game too") {
    const support::HandClock clock;
    Engine engine(clock);
    engine.set_hash(4);
    support::Random random(15);
    for (const support::RulePair& rules : support::all_presets())
        for (int i = 0; i < (support::SLOW_BUILD ? 1 : 6); ++i) {
            if (rules.engine.repetition == Repetition::Loses) continue; // refused
            Game game(rules.engine, setup_position(rules.engine, Setup::Standard));
            support::Player player(random);
            MoveList moves;
            // Captured pieces make turns uneven; half of the positions are in such a turn.
            for (int n = 0; n < 150 && !game.outcome(); ++n) {
                if (n > 20 && i % 2 == 0 && game.position().captured.any()) break;
                legal_moves(rules.engine, game.position(), moves);
                game.play(player.choose(rules.engine, game.position(), moves));
            }
            if (game.outcome()) continue;
            CAPTURE(rules.name);
            CAPTURE(to_text(game.position()));
            for (const int mate : {1, 2}) {
                Limits limits;
                limits.mate = mate;
                const auto searched = support::search(engine, game, limits);
                CHECK(searched.last().line[0] == searched.answer.best);
            }
        }
}

TEST_CASE("a search for a win finds one that takes more of the other side's actions") {
    const support::HandClock clock;
    Engine engine(clock);
    const RuleSet& rules = support::preset("german").engine;
    // White's queen is on the throne. Two guards have to step to ring 1, and nothing stops them:
    // in its turn between the two steps black relocates three guards to the outer ring (rules.md
    // 4.5 and 4.6), from where none captures on rings 1 and 2. So five actions, two of them
    // white's.
    const Game game =
        support::game_of(rules, "ggg3/7/8/3G1G3/10/4GQG4/4GG4/9/8/7/gggq2 w f11,g11,h11 - 0 41");
    for (const int lines : {1, 3}) {
        engine.options.multi_pv = lines;
        Limits limits;
        limits.mate = 1;
        CHECK_FALSE(is_win(support::search(engine, game, limits).answer.score));
        limits.mate = 2;
        const auto searched = support::search(engine, game, limits);
        REQUIRE(is_win(searched.answer.score));
        CHECK(mate_number(searched.answer.score) == 2);
        CHECK(distance(searched.answer.score).plies() == 5);
        const auto reported = last_reports(searched.infos);
        REQUIRE(reported.size() == static_cast<std::size_t>(lines));
        CHECK(reported.at(1).info.score == searched.answer.score);
        CHECK(reported.at(1).line.size() == 5);
        CHECK(reported.at(1).line[0] == searched.answer.best);
        for (int line = 2; line <= lines; ++line)
            CHECK(reported.at(line).line[0] != reported.at(line - 1).line[0]);
    }
}

TEST_CASE("a search for a win of any length obeys its other limits") {
    const support::HandClock clock;
    Engine engine(clock);
    for (const char* name : {"classic", "german", "queens-guard-opponent"})
        for (const int mate : {0, 100, 1'073'741'824, std::numeric_limits<int>::max()}) {
            const RuleSet& rules = support::preset(name).engine;
            Limits limits;
            limits.mate = mate;
            limits.nodes = 2000;
            const Game game(rules, setup_position(rules, Setup::Standard));
            const auto searched = support::search(engine, game, limits);
            CHECK(searched.answer.nodes <= 2000);
            CHECK(searched.last().line[0] == searched.answer.best);
        }
}

TEST_CASE("what is known under some draw limits is not taken under others") {
    const support::HandClock clock;
    const RuleSet rules;
    Limits limits;
    limits.depth = 7;
    Engine used(clock);
    for (const DrawLimits draws : {DrawLimits{0, 0}, DrawLimits{}, DrawLimits{3, 20},
                                   DrawLimits{2, 20}, DrawLimits{0, 20}}) {
        const Game game(rules, setup_position(rules, Setup::Standard), draws);
        Engine fresh(clock);
        CHECK(support::search(used, game, limits).answer.nodes ==
              support::search(fresh, game, limits).answer.nodes);
    }
}

#ifndef AGON_FIXED_ALLOCATION
TEST_CASE("a search ends cleanly when memory runs out, in whichever thread") {
    const support::HandClock clock;
    const RuleSet rules;
    const Game game(rules, setup_position(rules, Setup::Standard));
    Limits limits;
    limits.depth = 6;
    int refused = 0;
    bool enough = false;
    for (long allocations = 0; !enough; allocations += 1 + allocations / 8) {
        Engine engine(clock);
        engine.set_hash(MIN_HASH_MB);
        engine.set_threads(4);
        Control control;
        Listener silent;
        allocations_left = allocations;
        try {
            const Answer answer = engine.search(game, limits, control, silent);
            enough = allocations_left.exchange(-1) >= 0;
            CHECK(is_legal(rules, game.position(), answer.best));
        } catch (const std::bad_alloc&) {
            allocations_left = -1;
            ++refused;
        }
    }
    CHECK(refused > 0);
}
#endif
