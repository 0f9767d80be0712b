// The knockout (arena.md, Tournaments). The brackets are made by hand.
#include "tests/match/played_schedule.hpp"
#include "tools/arena/schedule/schedule.hpp"

using namespace agon;
using namespace agon::match;
using namespace agon::match::test;

namespace {

using Bracket = std::vector<std::array<std::size_t, 2>>;

ScheduleSettings knockout(std::size_t engines, std::size_t rounds = 1, std::size_t games = 2) {
    return {.type = TournamentType::Knockout, .engines = engines, .rounds = rounds, .games = games};
}

/// Who met in a round, the one listed first first, each encounter once.
Bracket encounters(const std::vector<ScheduledGame>& games, std::size_t round) {
    Bracket pairs;
    std::optional<std::size_t> encounter;
    for (const ScheduledGame& game : games) {
        if (game.round != round || game.encounter == encounter) continue;
        encounter = game.encounter;
        pairs.push_back({game.first, game.players[0] + game.players[1] - game.first});
    }
    return pairs;
}

} // namespace

TEST_CASE("the bracket of eight keeps the best apart as long as can be") {
    const auto schedule = make_schedule(knockout(8));
    CHECK(schedule->size() == 14); // seven pairings
    const auto games = play_out(*schedule, lower_wins);
    CHECK(encounters(games, 1) == Bracket{{0, 7}, {3, 4}, {1, 6}, {2, 5}});
    CHECK(encounters(games, 2) == Bracket{{0, 3}, {1, 2}});
    CHECK(encounters(games, 3) == Bracket{{0, 1}});
    CHECK(games.size() == 14);
}

TEST_CASE("the loser is out, whatever its seed") {
    const auto schedule = make_schedule(knockout(4));
    const auto games = play_out(*schedule, [](const ScheduledGame& game) {
        return win_for(game, std::max(game.players[0], game.players[1]));
    });
    CHECK(encounters(games, 1) == Bracket{{0, 3}, {1, 2}});
    CHECK(encounters(games, 2) == Bracket{{2, 3}});
    CHECK(schedule->report({"A", "B", "C", "D"}) == "Round 1: A 0.0 - 2.0 D, D goes on\n"
                                                    "Round 1: B 0.0 - 2.0 C, C goes on\n"
                                                    "Round 2: C 0.0 - 2.0 D, D goes on\n"
                                                    "Winner: D\n");
}

TEST_CASE("the top seeds have byes when the number is no power of two") {
    const auto five = make_schedule(knockout(5));
    const auto games = play_out(*five, lower_wins);
    CHECK(encounters(games, 1) == Bracket{{3, 4}});
    CHECK(encounters(games, 2) == Bracket{{0, 3}, {1, 2}});
    CHECK(encounters(games, 3) == Bracket{{0, 1}});
    CHECK(five->report({"A", "B", "C", "D", "E"})
              .starts_with("Round 1: A has a bye\nRound 1: D 2.0 - 0.0 E, D goes on\n"
                           "Round 1: B has a bye\nRound 1: C has a bye\n"));
    const auto six = make_schedule(knockout(6));
    CHECK(encounters(play_out(*six, lower_wins), 1) == Bracket{{3, 4}, {2, 5}});
}

TEST_CASE("every knockout eliminates all but one") {
    for (std::size_t engines = 2; engines <= 17; ++engines) {
        const auto schedule = make_schedule(knockout(engines, 3, 1));
        const auto games = play_out(*schedule, lower_wins);
        CHECK(games.size() == 3 * (engines - 1));
        CHECK(encounters(games, games.back().round).back() == Bracket::value_type{0, 1});
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

TEST_CASE("level pairings go on, one encounter at a time, until one decides") {
    const auto schedule = make_schedule(knockout(4));
    // A and D draw their first six games, then D wins one; B beats C at once.
    const auto games = play_out(*schedule, [](const ScheduledGame& game) {
        if (game.first != 0 || game.round != 1) return lower_wins(game);
        return game.encounter == 3 && game.players[0] == 3 ? Result::WhiteWins : Result::Draw;
    });
    CHECK(encounters(games, 1) == Bracket{{0, 3}, {1, 2}, {0, 3}, {0, 3}});
    CHECK(encounters(games, 2) == Bracket{{1, 3}});
    CHECK(schedule->size() == 10); // three pairings and two encounters more
    CHECK(schedule->report({"A", "B", "C", "D"}) == "Round 1: A 2.5 - 3.5 D, D goes on\n"
                                                    "Round 1: B 2.0 - 0.0 C, B goes on\n"
                                                    "Round 2: B 2.0 - 0.0 D, B goes on\n"
                                                    "Winner: B\n");
}

TEST_CASE("after eight further encounters the engine listed first goes on") {
    const auto schedule = make_schedule(knockout(2, 1, 1));
    const auto games = play_out(*schedule, all_drawn);
    REQUIRE(games.size() == 9);
    for (std::size_t i = 0; i < 9; ++i) CHECK(games[i].players[0] == i % 2);
    CHECK(schedule->report({"A", "B"}) ==
          "Round 1: A 4.5 - 4.5 B, A goes on as the one listed first\nWinner: A\n");
}
