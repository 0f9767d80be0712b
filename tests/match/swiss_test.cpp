// The Swiss system (arena.md, Tournaments).
#include "tests/match/played_schedule.hpp"
#include "tests/support/build_kind.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/schedule/swiss.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

using namespace agon;
using namespace agon::match;
using namespace agon::match::test;

namespace {

using Pairs = std::vector<std::array<std::size_t, 2>>;

ScheduleSettings swiss(std::size_t engines, std::size_t rounds, std::size_t games = 2) {
    return {.type = TournamentType::Swiss, .engines = engines, .rounds = rounds, .games = games};
}

std::vector<SwissPlayer> players(const std::vector<std::size_t>& half_points, const Pairs& met = {},
                                 const std::vector<int>& balances = {}) {
    std::vector<SwissPlayer> all(half_points.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].half_points = half_points[i];
        all[i].meetings.resize(all.size());
        if (!balances.empty()) all[i].balance = balances[i];
    }
    for (const auto& [a, b] : met) {
        ++all[a].meetings[b];
        ++all[b].meetings[a];
    }
    return all;
}

/// The fewest pairs of `met` in any way to pair `rest`: by trying them all.
std::size_t fewest_rematches(const std::vector<std::size_t>& rest,
                             const std::set<std::array<std::size_t, 2>>& met) {
    if (rest.empty()) return 0;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 1; i < rest.size(); ++i) {
        auto others = rest;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        others.erase(others.begin());
        const std::size_t again = met.contains({rest[0], rest[i]}) ? 1 : 0;
        fewest = std::min(fewest, again + fewest_rematches(others, met));
    }
    return fewest;
}

} // namespace

TEST_CASE("a group's upper half meets its lower half and one left over the best below") {
    CHECK(pair_swiss(players({0, 0, 0, 0, 0, 0})).pairings == Pairs{{0, 3}, {1, 4}, {2, 5}});
    CHECK(pair_swiss(players({0, 2, 1, 1})).pairings == Pairs{{1, 2}, {3, 0}});
    CHECK(pair_swiss(players({2, 2, 2, 1, 1, 0})).pairings == Pairs{{0, 1}, {2, 3}, {4, 5}});
}

TEST_CASE("a player leaves its group only if it must") {
    // 0 should meet 2 but has met it; if 0 met 3, that would leave 1 and 2, which have met too.
    CHECK(pair_swiss(players({2, 2, 2, 2, 0, 0}, {{0, 2}, {1, 2}})).pairings ==
          Pairs{{0, 1}, {2, 3}, {4, 5}});
}

TEST_CASE("a new opponent of another score goes before a rematch in the group") {
    CHECK(pair_swiss(players({4, 4, 0, 0}, {{0, 1}, {2, 3}})).pairings == Pairs{{0, 2}, {1, 3}});
    // 1 has no new opponent but 3, so 0 may not take it.
    CHECK(pair_swiss(players({6, 4, 2, 2, 0, 0}, {{0, 1}, {1, 2}, {1, 4}, {1, 5}, {0, 2}}))
              .pairings == Pairs{{0, 4}, {1, 3}, {2, 5}});
}

TEST_CASE("players due the same colour meet others if possible") {
    CHECK(pair_swiss(players({0, 0, 0, 0}, {}, {1, -1, 1, -1})).pairings == Pairs{{0, 3}, {1, 2}});
}

TEST_CASE("the bye goes to the lowest player without one") {
    auto five = players({4, 2, 2, 0, 0});
    CHECK(pair_swiss(five).bye == 4);
    five[4].byes = 1;
    CHECK(pair_swiss(five).bye == 3);
    for (SwissPlayer& player : five) player.byes = 1;
    CHECK(pair_swiss(five).bye == 4);
    // 0 and 1 would have to meet again if 2 had it.
    CHECK(pair_swiss(players({4, 2, 0}, {{0, 1}})).bye == 1);
}

TEST_CASE("four engines, three rounds, by hand") {
    const auto schedule = make_schedule(swiss(4, 3));
    CHECK(schedule->size() == 12);
    const auto games = play_out(*schedule, [](const ScheduledGame& game) {
        // C and D win in round 1; D beats C, A and B draw in round 2; all draw in round 3.
        if (game.round == 1) return win_for(game, game.players[0] + game.players[1] - game.first);
        return game.round == 2 && game.first == 2 ? win_for(game, 3) : Result::Draw;
    });
    Pairs pairs;
    for (const ScheduledGame& game : games)
        if (game.number % 2 == 1) pairs.push_back(game.players);
    // Round 3: D (4) must meet A, having met B and C; C (2) meets B.
    CHECK(pairs == Pairs{{0, 2}, {1, 3}, {2, 3}, {0, 1}, {0, 3}, {1, 2}});
    // Points A 1+1, B 1+1, C 2+0+1, D 2+2+1; Buchholz is the sum of the three others.
    CHECK(schedule->report({"A", "B", "C", "D"}) == "Place Name   Points  Buchholz  Byes\n"
                                                    "    1 D         5.0       7.0     0\n"
                                                    "    2 C         3.0       9.0     0\n"
                                                    "    3 A         2.0      10.0     0\n"
                                                    "    4 B         2.0      10.0     0\n");
}

TEST_CASE("ties are broken by the opponents' points before the order of listing") {
    const auto schedule = make_schedule(swiss(4, 2, 1));
    (void)play_out(*schedule, [](const ScheduledGame& game) {
        if (game.round == 1) return win_for(game, game.players[0] + game.players[1] - game.first);
        return game.first == 2 ? win_for(game, 3) : Result::Draw;
    });
    // A and B have half a point; A's opponents C and B 1.5, B's D and A 2.5.
    CHECK(schedule->report({"A", "B", "C", "D"}) == "Place Name   Points  Buchholz  Byes\n"
                                                    "    1 D         2.0       1.5     0\n"
                                                    "    2 C         1.0       2.5     0\n"
                                                    "    3 B         0.5       2.5     0\n"
                                                    "    4 A         0.5       1.5     0\n");
}

TEST_CASE("a bye is an encounter won and an opponent of one's own points") {
    const auto schedule = make_schedule(swiss(3, 1));
    const auto games = play_out(*schedule, all_drawn);
    CHECK(games.size() == 2);
    CHECK(schedule->report({"A", "B", "C"}) == "Place Name   Points  Buchholz  Byes\n"
                                               "    1 C         2.0       2.0     1\n"
                                               "    2 A         1.0       1.0     0\n"
                                               "    3 B         1.0       1.0     0\n");
    CHECK(schedule->places() == std::vector<std::size_t>{2, 0, 1});
}

TEST_CASE("a round waits for the one before it, and only for that") {
    const auto schedule = make_schedule(swiss(4, 2, 1));
    const auto first_round = take_all(*schedule);
    REQUIRE(first_round.size() == 2);
    schedule->finished(first_round[1], Result::Draw);
    CHECK_FALSE(schedule->next());
    schedule->finished(first_round[0], Result::Draw);
    CHECK(take_all(*schedule).size() == 2);
}

TEST_CASE("for any results: one encounter a round each, byes in turn, no avoidable rematch") {
    for (std::size_t engines = 2; engines <= 8; ++engines)
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            CAPTURE(engines);
            CAPTURE(seed);
            const std::size_t rounds = engines + 2; // so there must be rematches
            const auto schedule = make_schedule(swiss(engines, rounds, 1));
            const auto games = play_out(*schedule, made_up(seed));
            CHECK(games.size() == rounds * (engines / 2));
            std::set<std::array<std::size_t, 2>> met;
            std::map<std::size_t, std::size_t> byes;
            for (std::size_t round = 1; round <= rounds; ++round) {
                Pairs pairs;
                std::set<std::size_t> playing;
                for (const ScheduledGame& game : games) {
                    if (game.round != round) continue;
                    pairs.push_back(
                        {std::ranges::min(game.players), std::ranges::max(game.players)});
                    playing.insert(game.players.begin(), game.players.end());
                }
                CHECK(playing.size() == 2 * (engines / 2));
                std::size_t rematches = 0;
                for (const auto& pair : pairs) rematches += met.contains(pair) ? 1 : 0;
                CHECK(rematches == fewest_rematches({playing.begin(), playing.end()}, met));
                met.insert(pairs.begin(), pairs.end());
                for (std::size_t engine = 0; engine < engines; ++engine)
                    if (!playing.contains(engine)) ++byes[engine];
            }
            for (const auto& [engine, count] : byes)
                CHECK(count <= (rounds + engines - 1) / engines);
        }
}

TEST_CASE("single games are shared out between the colours") {
    const auto round_one = take_all(*make_schedule(swiss(8, 1, 1)));
    REQUIRE(round_one.size() == 4);
    CHECK(round_one[0].players == std::array<std::size_t, 2>{0, 4});
    CHECK(round_one[1].players == std::array<std::size_t, 2>{5, 1});
    CHECK(round_one[2].players == std::array<std::size_t, 2>{2, 6});
    CHECK(round_one[3].players == std::array<std::size_t, 2>{7, 3});
    for (std::size_t engines = 4; engines <= 16; ++engines)
        for (std::uint64_t seed = 1; seed <= 20 / support::SHARE; ++seed) {
            CAPTURE(engines);
            CAPTURE(seed);
            const auto schedule = make_schedule(swiss(engines, engines / 2, 1));
            std::map<std::size_t, int> balance;
            for (const ScheduledGame& game : play_out(*schedule, made_up(seed))) {
                ++balance[game.players[0]];
                --balance[game.players[1]];
                CHECK(std::abs(balance[game.players[0]]) <= 2);
                CHECK(std::abs(balance[game.players[1]]) <= 2);
            }
        }
}
