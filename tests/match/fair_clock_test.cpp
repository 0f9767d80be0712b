// What an engine's clock is charged with: its own time, not the arena's (arena.md, Clocks).
#include "tests/match/mock_table.hpp"

#include <doctest/doctest.h>

#include <boost/asio/post.hpp>

#include <thread>

using namespace agon;
using namespace agon::match;
using namespace agon::match::test;

namespace {

/// Takes a second for each line that is received once `slow` is set, as a log on a slow disk might.
struct SlowLog : Traffic {
    bool slow = false;
    void received(const TextEngine&, std::string_view) override {
        if (slow) std::this_thread::sleep_for(1s);
    }
};

/// Starts an engine, asks it `position` and lets `meanwhile` run on the loop.
Answer ask(const EngineConfig& config, SlowLog& log, const std::string& position,
           const std::function<void()>& meanwhile) {
    boost::asio::io_context loop;
    TextEngine engine(loop, config, {}, log);
    Answer result;
    engine.prepare([&](std::optional<Failure> failure) {
        REQUIRE_FALSE(failure);
        log.slow = true;
        engine.ask({position, "go nodes 1", 20s}, [&](Answer answer) {
            result = std::move(answer);
            engine.kill();
            loop.stop();
        });
        boost::asio::post(loop, meanwhile);
    });
    loop.run();
    REQUIRE_FALSE(result.failure);
    return result;
}

} // namespace

TEST_CASE("the arena's own work between an answer and its handling is not charged") {
    SlowLog log;
    const auto other_game = [] { std::this_thread::sleep_for(1s); };
    const Answer answer = ask(Table::config({}), log, "position startpos", other_game);
    // The mock answers at once; other work on the loop took one second, its info line another.
    CHECK(answer.elapsed < 1s);
}

TEST_CASE("the clock starts when the whole question has been written") {
    // Reads nothing for two seconds, and the question is longer than a pipe holds.
    EngineConfig config;
    config.command = {"sh",
                      {"-c", R"(while read -r line; do
        case $line in
        uci) echo uciok;;
        isready) echo readyok; sleep 2;;
        go*) echo bestmove a1b2;;
        esac
    done)"},
                      {}};
    SlowLog log;
    const std::string position = "position startpos" + std::string(200'000, ' ');
    CHECK(ask(config, log, position, [] {}).elapsed < 2s);
}
