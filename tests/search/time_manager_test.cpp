#include "search/control/time_manager.hpp"

#include <doctest/doctest.h>

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
