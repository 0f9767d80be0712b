// All tournaments, round-robin and gauntlet (arena.md, Tournaments).
#include "tests/match/played_schedule.hpp"
#include "tools/arena/schedule/schedule.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <map>

using namespace agon;
using namespace agon::match;
using namespace agon::match::test;

namespace {

constexpr TournamentType TYPES[] = {TournamentType::RoundRobin, TournamentType::Gauntlet,
                                    TournamentType::Knockout, TournamentType::Swiss};

using Players = std::array<std::size_t, 2>;

std::vector<Players> players_of(const ScheduleSettings& settings) {
    const auto schedule = make_schedule(settings);
    std::vector<Players> players;
    for (const ScheduledGame& game : play_out(*schedule, all_drawn))
        players.push_back(game.players);
    return players;
}

} // namespace

TEST_CASE("three engines all play all, in pairs of games") {
    const auto schedule = make_schedule({.engines = 3, .rounds = 2, .games = 2});
    CHECK(schedule->size() == 12);
    const auto games = take_all(*schedule); // none waits for another
    CHECK(games == std::vector<ScheduledGame>{{1, 1, 0, {0, 1}, 0},
                                              {2, 1, 0, {1, 0}, 0},
                                              {3, 1, 1, {0, 2}, 0},
                                              {4, 1, 1, {2, 0}, 0},
                                              {5, 1, 2, {1, 2}, 1},
                                              {6, 1, 2, {2, 1}, 1},
                                              {7, 2, 3, {0, 1}, 0},
                                              {8, 2, 3, {1, 0}, 0},
                                              {9, 2, 4, {0, 2}, 0},
                                              {10, 2, 4, {2, 0}, 0},
                                              {11, 2, 5, {1, 2}, 1},
                                              {12, 2, 5, {2, 1}, 1}});
    CHECK(schedule->report({"A", "B", "C"}).empty());
}

TEST_CASE("single games change colours from round to round") {
    CHECK(players_of({.engines = 3, .rounds = 2, .games = 1}) ==
          std::vector<Players>{{0, 1}, {0, 2}, {1, 2}, {1, 0}, {2, 0}, {2, 1}});
}

TEST_CASE("in a round-robin all pairs meet equally often, and equally often with each colour") {
    for (const std::size_t games : {1U, 2U})
        for (std::size_t engines = 2; engines <= 7; ++engines) {
            std::map<Players, int> times;
            for (const auto& players :
                 players_of({.engines = engines, .rounds = 4, .games = games}))
                ++times[players];
            CHECK(times.size() == engines * (engines - 1));
            for (const auto& [players, count] : times) CHECK(count == static_cast<int>(2 * games));
        }
}

TEST_CASE("the seeds of a gauntlet play all others and not each other") {
    CHECK(players_of({.type = TournamentType::Gauntlet,
                      .engines = 4,
                      .seeds = 2,
                      .rounds = 1,
                      .games = 2}) ==
          std::vector<Players>{{0, 2}, {2, 0}, {0, 3}, {3, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}});
}

TEST_CASE("without swapping the engine listed first is white in every game") {
    for (const TournamentType type : TYPES)
        for (const std::size_t games : {1U, 2U}) {
            const auto schedule = make_schedule(
                {.type = type, .engines = 5, .rounds = 3, .games = games, .swap = false});
            for (const ScheduledGame& game : play_out(*schedule, made_up(3))) {
                CHECK(game.players[0] < game.players[1]);
                CHECK(game.first == game.players[0]);
            }
        }
}

TEST_CASE("games are numbered without a gap, and two on one opening stand together") {
    for (const TournamentType type : TYPES)
        for (const std::size_t games : {1U, 2U}) {
            CAPTURE(static_cast<int>(type));
            const auto schedule =
                make_schedule({.type = type, .engines = 6, .rounds = 3, .games = games});
            const auto all = play_out(*schedule, made_up(1));
            CHECK(schedule->size() == all.size());
            for (std::size_t i = 0; i < all.size(); ++i) {
                CHECK(all[i].number == i + 1);
                CHECK(all[i].encounter == i / games);
                CHECK(all[i].round >= (i == 0 ? 1 : all[i - 1].round));
                CHECK(all[i].first == std::min(all[i].players[0], all[i].players[1]));
                if (games == 1) continue;
                if (i % 2 == 0)
                    CHECK(all[i].players[0] == all[i].first);
                else
                    CHECK(all[i].players == Players{all[i - 1].players[1], all[i - 1].players[0]});
            }
        }
}

TEST_CASE("games do not depend on the order in which results come in") {
    for (const TournamentType type : TYPES)
        for (const std::size_t games : {1U, 2U})
            for (std::uint64_t seed = 1; seed <= 20; ++seed) {
                CAPTURE(static_cast<int>(type));
                CAPTURE(seed);
                const ScheduleSettings settings{
                    .type = type, .engines = 7, .rounds = 3, .games = games};
                const auto one_by_one = make_schedule(settings), shuffled = make_schedule(settings);
                const std::vector<std::string> names{"A", "B", "C", "D", "E", "F", "G"};
                const auto in_order = play_out(*one_by_one, made_up(seed));
                CHECK(play_out(*shuffled, made_up(seed), 5, seed) == in_order);
                CHECK(shuffled->report(names) == one_by_one->report(names));
            }
}

TEST_CASE("settings that give no games are refused") {
    const auto refused = [](const ScheduleSettings& settings, const char* words) {
        CHECK_THROWS_WITH_AS((void)make_schedule(settings), words, agon::Error);
    };
    for (const TournamentType type : TYPES) {
        refused({.type = type, .engines = 1}, "a match needs at least two engines");
        refused({.type = type, .rounds = 0}, "-rounds must be at least 1");
        refused({.type = type, .games = 0}, "-games must be 1 or 2");
        refused({.type = type, .games = 3}, "-games must be 1 or 2");
    }
    for (const std::size_t seeds : {0U, 3U})
        refused({.type = TournamentType::Gauntlet, .engines = 3, .seeds = seeds},
                "-seeds must leave at least one engine to play against");
}
