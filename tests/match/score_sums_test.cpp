// What games sum up to, and how it is printed (arena.md, statistics).
#include "tools/match/stats/score_table.hpp"

#include <doctest/doctest.h>

using namespace agon::match;

namespace {

/// The encounter's first (0) or second (1) game of engines `a` and `b`, colours swapped.
ScheduledGame game(std::size_t encounter, int second, std::size_t a = 0, std::size_t b = 1) {
    ScheduledGame result{
        2 * encounter + static_cast<std::size_t>(second) + 1, 1, encounter, {a, b}, a};
    if (second == 1) std::swap(result.players[0], result.players[1]);
    return result;
}

Verdict verdict(Result result, Termination termination = Termination::Normal,
                const char* reason = "White wins (throne)") {
    return {result, termination, reason, std::nullopt};
}

constexpr Result WHITE = Result::WhiteWins, BLACK = Result::BlackWins, DRAW = Result::Draw;

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

using Pairs = std::array<std::uint64_t, 5>;
using Games = std::array<std::uint64_t, 3>;

} // namespace

TEST_CASE("games are counted for both engines, and by colour") {
    ScoreTable table({"A", "B"}, true);
    table.add(game(0, 0), verdict(WHITE)); // A wins with white
    table.add(game(0, 1), verdict(WHITE)); // B wins with white
    table.add(game(1, 0), verdict(DRAW));
    table.add(game(1, 1), verdict(BLACK));         // A wins with black
    CHECK(table.score(0).games == Games{1, 1, 2}); // lost, drawn, won
    CHECK(table.score(1).games == Games{2, 1, 1});
    CHECK(table.score(0).played() == 4);
    CHECK(table.score(0).points() == 2.5);
    CHECK(table.score(1).points() == 1.5);
    CHECK(table.score(0).by_side[0] == Games{0, 1, 1});
    CHECK(table.score(0).by_side[1] == Games{1, 0, 1});
    CHECK(has(table.details(), "A: won-lost-drawn 1-0-1 as white, 1-1-0 as black; no faults\n"
                               "B: won-lost-drawn 1-1-0 as white, 0-1-1 as black; no faults\n"));
    CHECK(has(table.summary(), "Games: 4, Wins: 2, Losses: 1, Draws: 1, Points: 2.5 (62.50 %)\n"));
}

TEST_CASE("a pair is what the two games of an encounter bring") {
    // All nine pairs of results: the first engine's half points are the sum of both games.
    const Result results[] = {WHITE, DRAW, BLACK};
    ScoreTable table({"A", "B"}, true);
    std::size_t encounter = 0;
    for (const Result first : results)
        for (const Result second : results) {
            table.add(game(encounter, 0), verdict(first));
            table.add(game(encounter++, 1), verdict(second));
        }
    CHECK(table.score(0).pairs == Pairs{1, 2, 3, 2, 1});
    CHECK(table.score(1).pairs == Pairs{1, 2, 3, 2, 1});
    table.add(game(encounter, 0), verdict(WHITE));
    table.add(game(encounter, 1), verdict(BLACK)); // two wins of A
    CHECK(table.score(0).pairs == Pairs{1, 2, 3, 2, 2});
    CHECK(table.score(1).pairs == Pairs{2, 2, 3, 2, 1});
    CHECK(has(table.summary(), "Ptnml(0-2): [1, 2, 3, 2, 2], "));
}

TEST_CASE("a pair counts when its second game comes in, whichever that is") {
    ScoreTable table({"A", "B"}, true);
    table.add(game(0, 0), verdict(WHITE));
    table.add(game(1, 1), verdict(WHITE)); // B's win
    CHECK(table.score(0).pairs == Pairs{});
    table.add(game(1, 0), verdict(DRAW));
    CHECK(table.score(0).pairs == Pairs{0, 1, 0, 0, 0});
    table.add(game(0, 1), verdict(DRAW));
    CHECK(table.score(0).pairs == Pairs{0, 1, 0, 1, 0});
    CHECK(table.score(1).pairs == Pairs{0, 1, 0, 1, 0});
}

TEST_CASE("ratings are made from pairs, or from games where there are none") {
    for (const bool paired : {true, false}) {
        ScoreTable table({"A", "B"}, paired);
        CHECK(table.paired() == paired);
        table.add(game(0, 0), verdict(WHITE));
        table.add(game(0, 1), verdict(DRAW));
        const Cells cells = table.cells(0);
        const std::vector<std::uint64_t> counts(cells.begin(), cells.end());
        if (paired)
            CHECK(counts == std::vector<std::uint64_t>{0, 0, 0, 1, 0});
        else
            CHECK(counts == std::vector<std::uint64_t>{0, 1, 1});
        CHECK(has(table.summary(), "Ptnml") == paired);
    }
}

TEST_CASE("the Bayesian test looks at games, the others at pairs") {
    ScoreTable table({"A", "B"}, true);
    table.add(game(0, 0), verdict(WHITE));
    CHECK(sprt_cells(Sprt({.model = SprtModel::Bayesian}), table).size() == 3);
    CHECK(sprt_cells(Sprt({.model = SprtModel::Normalized}), table).size() == 5);
    CHECK(sprt_cells(Sprt({.model = SprtModel::Logistic}), table).size() == 5);
    // The default test's bounds are -+ log(19) = 2.94; nothing is known yet.
    CHECK(sprt_line(Sprt({}), ScoreTable({"A", "B"}, true)) ==
          "LLR: 0.00 (-2.94, 2.94) [0.00, 5.00]");
}

TEST_CASE("endings are counted by the rule, or by what else ended the game") {
    ScoreTable table({"A", "B"}, false);
    CHECK(has(table.details(), "Endings: none\n"));
    table.add(game(0, 0), verdict(WHITE));
    table.add(game(1, 0), verdict(BLACK, Termination::Normal, "Black wins (throne)"));
    table.add(game(2, 0), verdict(DRAW, Termination::Normal, "Draw (repetition)"));
    table.add(game(3, 0), verdict(WHITE, Termination::TimeForfeit, "Black loses on time"));
    table.add(game(4, 0), verdict(DRAW, Termination::Adjudication, "Draw (by adjudication)"));
    CHECK(
        has(table.details(), "Endings: adjudication 1, repetition 1, throne 2, time forfeit 1\n"));
}

TEST_CASE("of more than two engines the ranks are printed, the best first") {
    ScoreTable table({"weak", "middling", "strong"}, true);
    const auto beats = [&](std::size_t winner, std::size_t loser, std::size_t encounter) {
        table.add(game(encounter, 0, winner, loser), verdict(WHITE));
        table.add(game(encounter, 1, winner, loser), verdict(BLACK));
    };
    beats(1, 0, 0);
    beats(2, 0, 1);
    beats(2, 1, 2);
    const std::string text = table.summary();
    CAPTURE(text);
    const auto strong = text.find("   1 strong  "), middling = text.find("   2 middling"),
               weak = text.find("   3 weak    ");
    REQUIRE(strong != text.npos);
    REQUIRE(middling != text.npos);
    REQUIRE(weak != text.npos);
    CHECK(strong < middling);
    CHECK(middling < weak);
    CHECK(has(text.substr(strong, middling - strong), "       4      4.0   [0, 0, 0, 0, 2]\n"));
    CHECK(has(text.substr(middling, weak - middling), "       4      2.0   [1, 0, 0, 0, 1]\n"));
    CHECK(has(text.substr(weak), "       4      0.0   [2, 0, 0, 0, 0]\n"));
    CHECK(text.find("\n\n") == text.npos);
}
