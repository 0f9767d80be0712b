// GTP's clocks: the draft's readings of time_settings, and periods that end.
#include "protocol/gtp/gtp_clock.hpp"

#include <doctest/doctest.h>

using agon::Side;
using agon::protocol::GtpClock;
using agon::protocol::GtpTimeSettings;
using namespace std::chrono_literals;

namespace {

agon::search::Limits white(const GtpClock& clock, int moves_per_action = 1) {
    const auto limits = clock.limits(Side::White, moves_per_action);
    REQUIRE(limits);
    return *limits;
}

} // namespace

TEST_CASE("no settings, and overtime without moves, are no limit") {
    GtpClock clock;
    CHECK_FALSE(clock.limits(Side::White, 1));
    clock.set({.main = 10s, .overtime = 0s, .stones = 0});
    CHECK(clock.limits(Side::White, 1));
    clock.set({.main = 0s, .overtime = 1s, .stones = 0});
    CHECK_FALSE(clock.limits(Side::White, 1));
}

TEST_CASE("main time alone runs down, a side at a time") {
    GtpClock clock;
    clock.set({.main = 10s, .overtime = 0s, .stones = 0});
    clock.spend(Side::White, 4s);
    CHECK(white(clock).time[0] == 6s);
    CHECK_FALSE(white(clock).time[1]);
    CHECK(clock.limits(Side::Black, 1)->time[1] == 10s);
    clock.spend(Side::White, 7s);
    CHECK(white(clock).time[0] == 0s);
    clock.restart();
    CHECK(white(clock).time[0] == 10s);
}

TEST_CASE("periods: a full one begins after the given number of moves") {
    GtpClock clock;
    clock.set({.main = 0s, .overtime = 30s, .stones = 3});
    CHECK(white(clock).time[0] == 30s);
    CHECK(white(clock).moves_to_go == 3);
    clock.spend(Side::White, 10s); // main time is gone: the first of three moves in 30 s
    CHECK(white(clock).time[0] == 20s);
    CHECK(white(clock).moves_to_go == 2);
    CHECK(white(clock, 2).moves_to_go == 1);
    clock.spend(Side::White, 1s);
    clock.spend(Side::White, 1s);
    CHECK(white(clock).time[0] == 30s);
    CHECK(white(clock).moves_to_go == 3);
}

TEST_CASE("what is left is what the controller says") {
    GtpClock clock;
    clock.set_left(Side::White, 5s, 0);
    CHECK(white(clock).time[0] == 5s);
    CHECK_FALSE(white(clock).moves_to_go);
    clock.set_left(Side::White, 7s, 4);
    CHECK(white(clock).time[0] == 7s);
    CHECK(white(clock).moves_to_go == 4);
    CHECK_FALSE(clock.limits(Side::Black, 1));
    for (int i = 0; i < 6; ++i) clock.spend(Side::White, 1s);
    CHECK(white(clock).time[0] == 1s);
    CHECK(white(clock).moves_to_go == 1);
}

TEST_CASE("before overtime main time is spent freely, with a share of overtime for each action") {
    GtpClock clock;
    clock.set({.main = 60s, .overtime = 20s, .stones = 10});
    CHECK(white(clock).time[0] == 60s);
    CHECK(white(clock).increment[0] == 2s);
    CHECK(white(clock, 2).increment[0] == 4s); // two moves an action
    clock.set_left(Side::White, 1s, 0);
    CHECK(white(clock).time[0] == 21s);
    CHECK(white(clock).moves_to_go == 10);
}
