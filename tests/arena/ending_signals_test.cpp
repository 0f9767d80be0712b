// Signals while a match is played and while it closes.
#include "tools/arena/match/ending_signals.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <csignal>

using agon::arena::EndingSignals;

namespace {

/// A match that is closing while `closing` is kept.
struct Match {
    boost::asio::io_context loop;
    int broken_off = 0, cut_short = 0;
    std::shared_ptr<void> closing;
    EndingSignals signals{loop,
                          [this] {
                              ++broken_off;
                              closing = signals.closing();
                          },
                          [this] {
                              ++cut_short;
                              closing.reset();
                          }};

    void raise(int number) {
        REQUIRE(std::raise(number) == 0);
        loop.run_one(); // asio reads the signal
        loop.restart();
        loop.poll();
    }
};

} // namespace

TEST_CASE("the first signal stops the match, the second shortens that, a third kills the program") {
    for (const int number : {SIGINT, SIGTERM}) {
        Match match;
        match.raise(number);
        CHECK(match.broken_off == 1);
        CHECK(match.cut_short == 0);
        match.raise(number);
        CHECK(match.broken_off == 1);
        CHECK(match.cut_short == 1);
        struct sigaction now {};
        REQUIRE(sigaction(number, nullptr, &now) == 0);
        const bool usual = now.sa_handler == SIG_DFL;
        CHECK(usual);
        match.loop.run(); // no event is left to wait for
    }
}

TEST_CASE("a signal while a finished match closes does not break it off") {
    Match match;
    match.closing = match.signals.closing();
    match.raise(SIGINT);
    CHECK(match.broken_off == 0);
    CHECK(match.cut_short == 1);
}

TEST_CASE("signals do not keep a match that has closed") {
    Match match;
    match.closing = match.signals.closing();
    match.closing.reset();
    match.loop.run();
    CHECK(match.cut_short == 0);
}
