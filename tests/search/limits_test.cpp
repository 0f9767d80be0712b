// How long to think. Limited strength: from rating to nodes, and the levels for people.
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "search/limits.hpp"
#include "search/time_manager.hpp"
#include "tests/search/recorder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

using namespace agon;
using namespace agon::search;
using namespace std::chrono_literals;

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
    // In between it grows with the increment, and by more than the increment alone.
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
