#include "search/tree/repetition_history.hpp"

#include <doctest/doctest.h>

using agon::search::RepetitionHistory;

TEST_CASE("a position of the searched line counts as drawn when it comes again") {
    RepetitionHistory path({1, 2, 3});
    path.push(4, false);
    CHECK_FALSE(path.repeats(3));
    path.push(3, false); // the root
    CHECK(path.repeats(3));
    path.pop();
    path.push(5, false);
    path.push(4, false);
    CHECK(path.repeats(3));
}

TEST_CASE("a position from before the root needs its full number of occurrences") {
    RepetitionHistory path({7, 1, 7, 2});
    path.push(1, false); // the second time: two short of three by one
    CHECK_FALSE(path.repeats(3));
    CHECK(path.repeats(2));
    path.pop();
    path.push(7, false); // the third time
    CHECK(path.repeats(3));
    CHECK_FALSE(path.repeats(4));
}

TEST_CASE("limit 0 switches repetition off") {
    RepetitionHistory path({1, 1, 1});
    path.push(1, false);
    CHECK_FALSE(path.repeats(0));
}

TEST_CASE("no position comes again across a cut") {
    RepetitionHistory path({1, 2});
    path.push(3, true);
    path.push(2, false);
    CHECK_FALSE(path.repeats(2));
    path.push(3, false); // the cutting position itself may
    CHECK(path.repeats(2));
    path.pop();
    path.pop();
    path.pop();
    path.push(2, false);
    CHECK(path.repeats(2));
}

TEST_CASE("keys that share their low bits are told apart") {
    RepetitionHistory path({0});
    path.push(1 << 12, false);
    path.push(2 << 12, false);
    CHECK_FALSE(path.repeats(2));
}
