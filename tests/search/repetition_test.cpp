#include "search/repetition.hpp"

#include <doctest/doctest.h>

using agon::search::RepetitionHistory;

TEST_CASE("a position repeated within the searched line is a draw at once") {
    RepetitionHistory history({1, 2, 3});
    history.push(4, false);
    CHECK_FALSE(history.repeats(3));
    history.push(3, false); // the position of the root again
    CHECK(history.repeats(3));
    history.pop();
    history.push(5, false);
    history.push(4, false);
    CHECK(history.repeats(3));
}

TEST_CASE("a position from before the root needs its full number of occurrences") {
    RepetitionHistory history({7, 1, 7, 2});
    history.push(1, false); // the second time: not yet three
    CHECK_FALSE(history.repeats(3));
    CHECK(history.repeats(2));
    history.pop();
    history.push(7, false); // the third time
    CHECK(history.repeats(3));
    CHECK_FALSE(history.repeats(4));
}

TEST_CASE("limit 0 switches repetition off") {
    RepetitionHistory history({1, 1, 1});
    history.push(1, false);
    CHECK_FALSE(history.repeats(0));
}

TEST_CASE("no position is repeated across an irreversible action") {
    RepetitionHistory history({1, 2});
    history.push(3, true);
    history.push(2, false);
    CHECK_FALSE(history.repeats(2));
    history.push(3, false); // the position after it can be repeated
    CHECK(history.repeats(2));
    history.pop();
    history.pop();
    history.pop();
    history.push(2, false);
    CHECK(history.repeats(2));
}

TEST_CASE("keys with equal low bits are different keys") {
    RepetitionHistory history({0});
    history.push(1 << 12, false);
    history.push(2 << 12, false);
    CHECK_FALSE(history.repeats(2));
}
