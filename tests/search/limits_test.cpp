// How a search ends: what it has reported when it is stopped anywhere, that every limit ends it,
// and that it ends cleanly when memory runs out. How long to think. Limited strength: from rating
// to nodes, and the levels for people.
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "search/control.hpp"
#include "search/elo_ladder.hpp"
#include "search/levels.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/time_budget.hpp"
#include "search/watcher.hpp"
#include "tests/search/recorder.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/random.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <map>
#include <new>
#include <vector>

using namespace agon;
using namespace agon::search;
using namespace std::chrono_literals;

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

/// Every line has its own action, the first is the answer, and a line that the last iteration did
/// not finish stands as the previous iteration reported its action.
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
    // White's queen is on the throne. Two guards must step to ring 1, and nothing stops them: in
    // its turn between the two steps black relocates three guards to the outer ring (rules.md 4.5
    // and 4.6), from where none captures on rings 1 and 2. So five actions, two of them white's.
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

TEST_CASE("a search for a win of any length keeps to its other limits") {
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

TEST_CASE("what is known under some draw limits is not used under others") {
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

TEST_CASE("without a clock there is no budget") {
    Limits limits;
    limits.depth = 5;
    limits.nodes = 1000;
    limits.infinite = true;
    CHECK_FALSE(time_budget(limits, Side::White, 10ms).has_value());
}

TEST_CASE("a fixed time is used less the overhead, at least half of it") {
    Limits limits;
    limits.move_time = 100ms;
    const auto budget = time_budget(limits, Side::Black, 10ms);
    REQUIRE(budget.has_value());
    CHECK(budget->soft == 90ms);
    CHECK(budget->hard == 90ms);
    CHECK(time_budget(limits, Side::Black, 0ms)->hard == 100ms);
    CHECK(time_budget(limits, Side::Black, 500ms)->hard == 50ms);
    limits.move_time = -5ms;
    CHECK(time_budget(limits, Side::Black, 10ms)->hard == 0ms);
}

TEST_CASE("only the chooser's clock counts") {
    Limits limits;
    limits.time = {1h, 1s};
    const auto white = time_budget(limits, Side::White, 10ms);
    const auto black = time_budget(limits, Side::Black, 10ms);
    CHECK(white->soft > 100 * black->soft);
}

TEST_CASE("never more than the clock less the overhead") {
    for (const auto left : {0ms, 1ms, 10ms, 50ms, 1000ms, 60'000ms})
        for (const auto increment : {0ms, 100ms, 5000ms})
            for (const auto overhead : {0ms, 10ms, 500ms})
                for (const std::optional<int> moves : {std::optional<int>(), {1}, {2}, {40}}) {
                    Limits limits;
                    limits.time[0] = left;
                    limits.increment[0] = increment;
                    limits.moves_to_go = moves;
                    const auto budget = time_budget(limits, Side::White, overhead);
                    REQUIRE(budget.has_value());
                    CHECK(budget->hard <= std::max(left - overhead, 0ms));
                    CHECK(budget->soft <= budget->hard);
                    CHECK(budget->soft >= 0ms);
                }
}

TEST_CASE("a clock at or below zero, or only the other side's, is no time") {
    Limits limits;
    limits.time[0] = -100ms;
    limits.increment[0] = 1000ms;
    CHECK(time_budget(limits, Side::White, 0ms)->hard == 0ms);
    CHECK(time_budget(limits, Side::Black, 0ms)->hard == 0ms);
}

TEST_CASE("a game of 150 actions does not run out of time") {
    Limits limits;
    auto left = std::chrono::duration_cast<std::chrono::microseconds>(Milliseconds(10'000));
    for (int action = 0; action < 75; ++action) {
        limits.time[0] = std::chrono::duration_cast<Milliseconds>(left);
        limits.increment[0] = 100ms;
        left -= time_budget(limits, Side::White, 10ms)->hard; // the worst that can happen
        REQUIRE(left > 0ms);
        left += 100ms;
    }
}

TEST_CASE("without an increment the clock lasts for a long game, with one the search spends more") {
    const auto soft_of = [](std::chrono::milliseconds left, std::chrono::milliseconds increment) {
        Limits limits;
        limits.time[0] = left;
        limits.increment[0] = increment;
        return time_budget(limits, Side::White, 0ms)->soft;
    };
    // A long game: after 200 actions of a side a fiftieth of the clock is left.
    std::chrono::microseconds left = 1000s;
    for (int action = 0; action < 200; ++action)
        left -= soft_of(std::chrono::duration_cast<Milliseconds>(left), 0ms);
    CHECK(left > 20s);
    CHECK(soft_of(100s, 1s) > 2 * soft_of(100s, 0ms));
    // In between it grows with the increment, and by more than the increment itself.
    for (std::chrono::milliseconds increment = 0ms; increment < 1s; increment += 100ms)
        CHECK(soft_of(100s, increment + 100ms) > soft_of(100s, increment));
    CHECK(soft_of(100s, 500ms) - soft_of(100s, 0ms) > 500ms);
    // A nearly empty clock causes no division by zero.
    CHECK(soft_of(0ms, 0ms) == 0ms);
    CHECK(soft_of(1ms, 0ms) <= 1ms);
}

TEST_CASE("the soft limit follows the share of nodes and the stability of the best action") {
    const Confidence usual = {.share = 0.5, .stable = 3};
    CHECK(stretch(usual) == 1);
    CHECK(stretch({.share = 0.9, .stable = 3}) < 1);
    CHECK(stretch({.share = 0.1, .stable = 3}) > 1);
    CHECK(stretch({.share = 0.5, .stable = 6}) < 1);
    CHECK(stretch({.share = 0.5, .stable = 100}) == stretch({.share = 0.5, .stable = 6}));
    CHECK(stretch({.share = 0.5, .stable = 0}) > 1);
    CHECK(stretch({.share = 1, .stable = 100}) >= 0);
    CHECK(stretch({.share = 0, .stable = 0, .only = true}) == 0);
}

TEST_CASE("a clear action ends the search before the soft limit, one in doubt after it") {
    const Confidence clear = {.share = 0.9, .stable = 6};
    const Confidence usual = {.share = 0.5, .stable = 3};
    const Confidence in_doubt = {.share = 0.1, .stable = 0};
    support::HandClock clock;
    const Control control;
    Limits limits;
    limits.time[0] = 100s;
    const Options options;
    const Watcher watcher(clock, control, limits, options, Side::White);
    CHECK(watcher.is_last_iteration(1, {.only = true}));
    CHECK_FALSE(watcher.is_last_iteration(1, clear));
    const auto soft = time_budget(limits, Side::White, options.move_overhead)->soft;
    clock.advance(soft - 1us);
    CHECK(watcher.is_last_iteration(1, clear));
    CHECK_FALSE(watcher.is_last_iteration(1, usual));
    clock.advance(1us);
    CHECK(watcher.is_last_iteration(1, usual));
    CHECK_FALSE(watcher.is_last_iteration(1, in_doubt));

    limits.time[0].reset();
    limits.move_time = 1s; // spent in any case
    const Watcher fixed(clock, control, limits, options, Side::White);
    for (const Confidence& confidence : {clear, usual, in_doubt, Confidence{.only = true}})
        CHECK_FALSE(fixed.is_last_iteration(1, confidence));
    clock.advance(1s);
    for (const Confidence& confidence : {clear, usual, in_doubt, Confidence{.only = true}})
        CHECK(fixed.is_last_iteration(1, confidence));
}

TEST_CASE("a rung's rating gives its nodes, and a higher rating never gives fewer") {
    for (const Rung& rung : LADDER) CHECK(nodes_for(rung.elo) == rung.nodes);
    for (int elo = MIN_ELO; elo < MAX_ELO; ++elo) CHECK(nodes_for(elo) <= nodes_for(elo + 1));
}

TEST_CASE("halfway between two rungs the nodes are their geometric mean") {
    for (std::size_t i = 0; i + 1 < LADDER.size(); ++i) {
        if ((LADDER[i].elo + LADDER[i + 1].elo) % 2 != 0) continue;
        const auto nodes = static_cast<double>(nodes_for((LADDER[i].elo + LADDER[i + 1].elo) / 2));
        const auto product = static_cast<double>(LADDER[i].nodes * LADDER[i + 1].nodes);
        CHECK(nodes * nodes == doctest::Approx(product).epsilon(0.02));
    }
}

TEST_CASE("a higher level never searches fewer nodes or plays more random actions") {
    for (int number = 1; number + 1 < HIGHEST_LEVEL; ++number) {
        CHECK(level(number).nodes <= level(number + 1).nodes);
        CHECK(level(number).chance >= level(number + 1).chance);
    }
}

TEST_CASE("a level plays its share of random actions, and each action is equally likely") {
    const std::vector<agon::Move> moves{agon::parse_move("a1a2"), agon::parse_move("a1b1"),
                                        agon::parse_move("a1b2")};
    constexpr int TRIALS = 30'000;
    std::array<int, 3> counts{};
    for (std::uint64_t key = 0; key < TRIALS; ++key)
        if (const auto move = action_by_chance(1, key, 7, moves))
            ++counts[static_cast<std::size_t>(std::ranges::find(moves, *move) - moves.begin())];
    // Five standard deviations of a binomial distribution are less than 500.
    for (const int count : counts)
        CHECK(std::abs(count - TRIALS * level(1).chance / 100 / 3) < 500);
}

TEST_CASE("a level's action is legal and depends only on the position and the seed") {
    const support::HandClock clock;
    Engine engine(clock);
    engine.options.level = 1;
    const agon::Game game(agon::RuleSet(),
                          agon::setup_position(agon::RuleSet(), agon::Setup::Standard));
    int different = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        engine.options.level_seed = seed;
        engine.clear();
        const auto first = support::search(engine, game, {}).answer;
        engine.clear();
        CHECK(support::search(engine, game, {}).answer.best == first.best);
        CHECK(agon::is_legal(game.rules(), game.position(), first.best));
        engine.options.level_seed = seed + 1;
        engine.clear();
        different += support::search(engine, game, {}).answer.best == first.best ? 0 : 1;
    }
    CHECK(different > 0);
}
