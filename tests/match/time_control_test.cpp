#include "tools/arena/conversation/clock.hpp"

#include "engine/error.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::match;
using namespace std::chrono_literals;

namespace {

TimeControl clock_of(const char* text) {
    TimeControl control;
    parse_clock(text, control);
    return control;
}

} // namespace

TEST_CASE("time controls are read and written as in fastchess") {
    const TimeControl control = clock_of("40/1:30.5+0.25");
    CHECK(control.moves == 40);
    CHECK(control.time == 90'500ms);
    CHECK(control.increment == 250ms);
    for (const char* text : {"10+0.1", "40/60+0.6", "0.5", "7"})
        CHECK(to_text(clock_of(text)) == text);
    CHECK(to_text(clock_of("inf")) == "-");
    CHECK_FALSE(clock_of("inf").bounded());

    TimeControl per_action;
    per_action.move_time = parse_seconds("0.5");
    CHECK(to_text(per_action) == "0.5/move");
}

TEST_CASE("faulty time controls are refused and change nothing") {
    for (const char* text : {"", "x", "10+", "+0.1", "0/10", "-1", "10+-1", "1:x", "0+0", "1e3",
                             "/5", "99999999999", "1.-5", ".", "1 "}) {
        CAPTURE(text);
        TimeControl control = clock_of("5+1");
        CHECK_THROWS_AS(parse_clock(text, control), Error);
        CHECK(control == clock_of("5+1"));
    }
}

TEST_CASE("a clock with increment") {
    Clock clock(clock_of("10+0.1"));
    CHECK(clock.remaining() == 10'100ms);
    CHECK_FALSE(clock.moves_to_go());
    CHECK(clock.spend(2s));
    CHECK(clock.remaining() == 8'200ms);
    CHECK(clock.spend(8'200ms)); // to the last microsecond
    CHECK(clock.remaining() == 100ms);
    CHECK_FALSE(clock.spend(100'001us));
}

TEST_CASE("a clock with periods gets its time again") {
    Clock clock(clock_of("2/10"));
    CHECK(clock.moves_to_go() == 2);
    CHECK(clock.spend(4s));
    CHECK(clock.moves_to_go() == 1);
    CHECK(clock.spend(5s));
    CHECK(clock.moves_to_go() == 2);
    CHECK(clock.remaining() == 11s);
}

TEST_CASE("time within the margin is forgiven, and not taken off the next action") {
    TimeControl control = clock_of("1");
    control.margin = 50ms;
    Clock clock(control);
    CHECK(clock.budget() == 1'050ms);
    CHECK(clock.spend(1'040ms));
    CHECK(clock.remaining() == 0ms);
    CHECK(clock.spend(50ms));
    CHECK_FALSE(clock.spend(51ms));
}

TEST_CASE("time for each action starts anew each time") {
    TimeControl control;
    control.move_time = 100ms;
    Clock clock(control);
    CHECK_FALSE(clock.remaining());
    CHECK(clock.spend(100ms));
    CHECK(clock.spend(100ms));
    CHECK_FALSE(clock.spend(101ms));
}

TEST_CASE("without time nothing is late") {
    TimeControl control;
    control.nodes = 1;
    Clock clock(control);
    CHECK_FALSE(clock.budget());
    CHECK(clock.spend(1h));
}
