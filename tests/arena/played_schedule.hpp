// Plays a schedule to its end with invented results.
#pragma once

#include "protocol/record/result.hpp"
#include "tests/support/random.hpp"
#include "tools/arena/schedule/schedule.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <vector>

namespace agon::arena::test {

using Results = std::function<Result(const ScheduledGame&)>;

inline Result win_for(const ScheduledGame& game, std::size_t engine) {
    return win_of(game.players[0] == engine ? Side::White : Side::Black);
}

inline Result lower_wins(const ScheduledGame& game) { return win_for(game, game.first); }
inline Result all_drawn(const ScheduledGame&) { return Result::Draw; }

/// A random result, always the same for the same game.
inline Results made_up(std::uint64_t seed) {
    return [seed](const ScheduledGame& game) {
        return static_cast<Result>(support::Random(seed * 1000 + game.number).below(3));
    };
}

/// Takes all games that are available now.
inline std::vector<ScheduledGame> take_all(Schedule& schedule) {
    std::vector<ScheduledGame> games;
    while (const auto game = schedule.next()) games.push_back(*game);
    return games;
}

/// Plays `at_a_time` games at a time and returns all in order of start. `random` chooses which ends
/// next.
inline std::vector<ScheduledGame> play_out(Schedule& schedule, const Results& results,
                                           std::size_t at_a_time = 1, std::uint64_t random = 0) {
    support::Random choice(random);
    std::vector<ScheduledGame> all, open;
    while (!schedule.over()) {
        while (open.size() < at_a_time) {
            const auto game = schedule.next();
            if (!game) break;
            open.push_back(*game);
            all.push_back(*game);
        }
        REQUIRE(!open.empty());
        const auto ended = open.begin() + static_cast<std::ptrdiff_t>(choice.below(open.size()));
        schedule.finished(*ended, results(*ended));
        open.erase(ended);
    }
    REQUIRE(open.empty());
    REQUIRE(!schedule.next());
    return all;
}

} // namespace agon::arena::test
