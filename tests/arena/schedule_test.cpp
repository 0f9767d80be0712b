// Every kind of tournament (arena.md, Tournaments). The expected brackets of knockouts are worked
// out by hand.
#include "engine/error.hpp"
#include "protocol/record/result.hpp"
#include "tests/arena/played_schedule.hpp"
#include "tests/support/build_kind.hpp"
#include "tools/arena/schedule/make_schedule.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/schedule/swiss.hpp"
#include "tools/arena/schedule/swiss_pairing.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

using namespace agon;
using namespace agon::arena;
using namespace agon::arena::test;

namespace {

constexpr TournamentType TYPES[] = {TournamentType::RoundRobin, TournamentType::Gauntlet,
                                    TournamentType::Knockout, TournamentType::Swiss};

using Players = std::array<std::size_t, 2>;
using Pairs = std::vector<Players>;

Pairs players_of(const ScheduleSettings& settings) {
    const auto schedule = make_schedule(settings);
    Pairs players;
    for (const ScheduledGame& game : play_out(*schedule, all_drawn))
        players.push_back(game.players);
    return players;
}

ScheduleSettings knockout(std::size_t engines, std::size_t rounds = 1, std::size_t games = 2) {
    return {.type = TournamentType::Knockout, .engines = engines, .rounds = rounds, .games = games};
}

/// Who met in a round, in the order of listing, each encounter once.
Pairs encounters(const std::vector<ScheduledGame>& games, std::size_t round) {
    Pairs pairs;
    std::optional<std::size_t> encounter;
    for (const ScheduledGame& game : games) {
        if (game.round != round || game.encounter == encounter) continue;
        encounter = game.encounter;
        pairs.push_back({game.first, game.players[0] + game.players[1] - game.first});
    }
    return pairs;
}

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

/// The fewest pairs of `met` among all ways to pair `rest`, by trying them all.
std::size_t fewest_rematches(const std::vector<std::size_t>& rest, const std::set<Players>& met) {
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

TEST_CASE("three engines all play all, in pairs of games") {
    const auto schedule = make_schedule({.engines = 3, .rounds = 2, .games = 2});
    CHECK(schedule->size() == 12);
    const auto games = take_all(*schedule); // no game waits for another
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
          Pairs{{0, 1}, {0, 2}, {1, 2}, {1, 0}, {2, 0}, {2, 1}});
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
          Pairs{{0, 2}, {2, 0}, {0, 3}, {3, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}});
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

TEST_CASE("games are numbered without a gap, and two on one opening are consecutive") {
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

TEST_CASE("games do not depend on the order in which results arrive") {
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

TEST_CASE("the bracket of eight keeps the best apart as long as possible") {
    const auto schedule = make_schedule(knockout(8));
    CHECK(schedule->size() == 14); // seven pairings
    const auto games = play_out(*schedule, lower_wins);
    CHECK(encounters(games, 1) == Pairs{{0, 7}, {3, 4}, {1, 6}, {2, 5}});
    CHECK(encounters(games, 2) == Pairs{{0, 3}, {1, 2}});
    CHECK(encounters(games, 3) == Pairs{{0, 1}});
    CHECK(games.size() == 14);
}

TEST_CASE("the loser is out, whatever its seed") {
    const auto schedule = make_schedule(knockout(4));
    const auto games = play_out(*schedule, [](const ScheduledGame& game) {
        return win_for(game, std::max(game.players[0], game.players[1]));
    });
    CHECK(encounters(games, 1) == Pairs{{0, 3}, {1, 2}});
    CHECK(encounters(games, 2) == Pairs{{2, 3}});
    CHECK(schedule->report({"A", "B", "C", "D"}) == "Round 1: A 0.0 - 2.0 D, D advances\n"
                                                    "Round 1: B 0.0 - 2.0 C, C advances\n"
                                                    "Round 2: C 0.0 - 2.0 D, D advances\n"
                                                    "Winner: D\n");
}

TEST_CASE("the top seeds have byes when the number is not a power of two") {
    const auto five = make_schedule(knockout(5));
    const auto games = play_out(*five, lower_wins);
    CHECK(encounters(games, 1) == Pairs{{3, 4}});
    CHECK(encounters(games, 2) == Pairs{{0, 3}, {1, 2}});
    CHECK(encounters(games, 3) == Pairs{{0, 1}});
    CHECK(five->report({"A", "B", "C", "D", "E"})
              .starts_with("Round 1: A has a bye\nRound 1: D 2.0 - 0.0 E, D advances\n"
                           "Round 1: B has a bye\nRound 1: C has a bye\n"));
    const auto six = make_schedule(knockout(6));
    CHECK(encounters(play_out(*six, lower_wins), 1) == Pairs{{3, 4}, {2, 5}});
}

TEST_CASE("every knockout eliminates all but one") {
    for (std::size_t engines = 2; engines <= 17; ++engines) {
        const auto schedule = make_schedule(knockout(engines, 3, 1));
        const auto games = play_out(*schedule, lower_wins);
        CHECK(games.size() == 3 * (engines - 1));
        CHECK(encounters(games, games.back().round).back() == Players{0, 1});
    }
}

TEST_CASE("a pairing is several encounters, colours changing") {
    const auto schedule = make_schedule(knockout(4, 2, 1));
    CHECK(take_all(*schedule) == std::vector<ScheduledGame>{{1, 1, 0, {0, 3}, 0},
                                                            {2, 1, 1, {1, 2}, 1},
                                                            {3, 1, 2, {3, 0}, 0},
                                                            {4, 1, 3, {2, 1}, 1}});
}

TEST_CASE("a round waits for the one before it") {
    const auto schedule = make_schedule(knockout(4));
    const auto first_round = take_all(*schedule);
    REQUIRE(first_round.size() == 4);
    for (const std::size_t i : {3U, 0U, 2U}) {
        schedule->finished(first_round[i], lower_wins(first_round[i]));
        CHECK_FALSE(schedule->next());
        CHECK_FALSE(schedule->over());
    }
    CHECK(schedule->report({"A", "B", "C", "D"}) == "Round 1: A 1.0 - 0.0 D, not decided\n"
                                                    "Round 1: B 2.0 - 0.0 C, not decided\n");
    schedule->finished(first_round[1], lower_wins(first_round[1]));
    CHECK(schedule->next() == ScheduledGame{5, 2, 2, {0, 1}, 0});
}

TEST_CASE("level pairings continue, one encounter at a time, until one decides") {
    const auto schedule = make_schedule(knockout(4));
    // A and D draw their first six games, then D wins one; B beats C at once.
    const auto games = play_out(*schedule, [](const ScheduledGame& game) {
        if (game.first != 0 || game.round != 1) return lower_wins(game);
        return game.encounter == 3 && game.players[0] == 3 ? Result::WhiteWins : Result::Draw;
    });
    CHECK(encounters(games, 1) == Pairs{{0, 3}, {1, 2}, {0, 3}, {0, 3}});
    CHECK(encounters(games, 2) == Pairs{{1, 3}});
    CHECK(schedule->size() == 10); // three pairings and two encounters more
    CHECK(schedule->report({"A", "B", "C", "D"}) == "Round 1: A 2.5 - 3.5 D, D advances\n"
                                                    "Round 1: B 2.0 - 0.0 C, B advances\n"
                                                    "Round 2: B 2.0 - 0.0 D, B advances\n"
                                                    "Winner: B\n");
}

TEST_CASE("after eight further encounters the engine listed first advances") {
    const auto schedule = make_schedule(knockout(2, 1, 1));
    const auto games = play_out(*schedule, all_drawn);
    REQUIRE(games.size() == 9);
    for (std::size_t i = 0; i < 9; ++i) CHECK(games[i].players[0] == i % 2);
    CHECK(schedule->report({"A", "B"}) ==
          "Round 1: A 4.5 - 4.5 B, A advances as the one listed first\nWinner: A\n");
}

TEST_CASE("a group's upper half meets its lower half and one left over meets the best below") {
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
    // 1 has no new opponent except 3, so 0 must not meet 3.
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

TEST_CASE("a bye is an encounter won and an opponent with one's own points") {
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
            std::set<Players> met;
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
                for (const auto& pair : pairs)
                    if (met.contains(pair)) ++rematches;
                CHECK(rematches == fewest_rematches({playing.begin(), playing.end()}, met));
                met.insert(pairs.begin(), pairs.end());
                for (std::size_t engine = 0; engine < engines; ++engine)
                    if (!playing.contains(engine)) ++byes[engine];
            }
            for (const auto& [engine, count] : byes)
                CHECK(count <= (rounds + engines - 1) / engines);
        }
}

TEST_CASE("single games are balanced between the colours") {
    const auto round_one = take_all(*make_schedule(swiss(8, 1, 1)));
    REQUIRE(round_one.size() == 4);
    CHECK(round_one[0].players == Players{0, 4});
    CHECK(round_one[1].players == Players{5, 1});
    CHECK(round_one[2].players == Players{2, 6});
    CHECK(round_one[3].players == Players{7, 3});
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
