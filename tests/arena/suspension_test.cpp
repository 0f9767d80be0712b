// How a thread that checks the clock detects that the program was suspended (pulse.hpp). The tests
// set the times.
#include "tools/arena/conversation/pulse.hpp"

#include <doctest/doctest.h>

using agon::arena::Pulse;
using namespace std::chrono_literals;

namespace {

/// A program that runs, stops and sleeps.
struct Machine {
    Pulse::Moment now{1h, std::chrono::steady_clock::time_point(20min), 0};
    Pulse pulse{now};

    void pass(std::chrono::nanoseconds time) {
        now.since_boot += time;
        now.steady += time;
    }
    /// A sleeping machine as Linux shows it: steady_clock stops.
    void sleep(std::chrono::nanoseconds time) { now.since_boot += time; }
    void run(int beats) {
        for (int i = 0; i < beats; ++i) {
            pass(Pulse::PERIOD);
            pulse.beat(now);
        }
    }
    [[nodiscard]] std::size_t count() { return pulse.look(now).count; }
};

} // namespace

TEST_CASE("a program that runs has no suspensions, even if it is a little late") {
    Machine machine;
    machine.run(100);
    CHECK(machine.count() == 0);
    machine.pass(Pulse::PERIOD + Pulse::MAX_DELAY);
    CHECK(machine.count() == 0);
    machine.pulse.beat(machine.now);
    machine.run(1);
    CHECK(machine.count() == 0);
}

TEST_CASE("a stop is one suspension, whichever thread looks first") {
    for (const bool beat_first : {true, false}) {
        Machine machine;
        machine.run(3);
        machine.pass(4s);
        if (beat_first)
            machine.pulse.beat(machine.now);
        else
            CHECK(machine.count() == 1);
        machine.run(3);
        const auto found = machine.pulse.look(machine.now);
        CHECK(found.count == 1);
        CHECK(found.last == 4s);
        CHECK(found.measured == 4s);
        machine.pass(5s);
        CHECK(machine.count() == 2);
        CHECK(machine.pulse.look(machine.now).measured == 9s);
    }
}

TEST_CASE("the sleep of a machine is one too, though no clock of the program advances") {
    Machine machine;
    machine.sleep(8h);
    machine.run(1);
    const auto found = machine.pulse.look(machine.now);
    CHECK(found.count == 1);
    CHECK(found.last == 8h + Pulse::PERIOD);
    CHECK(found.measured == Pulse::PERIOD);
}

TEST_CASE("a signal that continues the program reveals a shorter stop") {
    Machine machine;
    machine.run(3);
    machine.pass(700ms);
    CHECK(machine.count() == 0);
    ++machine.now.continuations;
    CHECK(machine.count() == 1);
    machine.run(3);
    CHECK(machine.count() == 1);
}

TEST_CASE("the signal can be noticed after the first beat") {
    Machine machine;
    machine.run(3);
    machine.pass(700ms);
    machine.pulse.beat(machine.now);
    CHECK(machine.count() == 0);
    ++machine.now.continuations;
    machine.pass(1ms);
    CHECK(machine.count() == 1);
    machine.run(3);
    CHECK(machine.count() == 1);
}

TEST_CASE("a signal to a program that was not stopped is no suspension") {
    Machine machine;
    machine.run(3);
    for (int i = 0; i < 10; ++i) {
        ++machine.now.continuations;
        machine.run(1);
    }
    CHECK(machine.count() == 0);
}
