// What a match's results look like in print; the expected numbers are counted by hand.
#include "tools/match/stats/score_table.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::match;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Pairs of games between two engines; the first has white in the odd games.
struct Duel {
    ScoreTable table{{"A", "B"}, true};
    std::size_t games = 0;

    void add(Result result, std::optional<Fault> fault = std::nullopt) {
        ScheduledGame game{};
        game.number = ++games;
        game.encounter = (games - 1) / 2;
        game.players =
            games % 2 == 1 ? std::array<std::size_t, 2>{0, 1} : std::array<std::size_t, 2>{1, 0};
        Verdict verdict{result, Termination::Normal, "", fault};
        table.add(game, verdict);
    }
    void pair(Result odd, Result even) {
        add(odd);
        add(even);
    }
};

} // namespace

TEST_CASE("even pairs are told apart, and pairs won from pairs lost") {
    Duel duel;
    duel.pair(Result::WhiteWins, Result::WhiteWins); // one each
    duel.pair(Result::BlackWins, Result::BlackWins); // one each
    duel.pair(Result::WhiteWins, Result::WhiteWins); // one each
    duel.pair(Result::Draw, Result::Draw);
    duel.pair(Result::Draw, Result::Draw);
    duel.pair(Result::WhiteWins, Result::BlackWins); // A wins both
    duel.pair(Result::WhiteWins, Result::Draw);      // A wins one
    duel.pair(Result::Draw, Result::BlackWins);      // A wins one
    duel.pair(Result::BlackWins, Result::Draw);      // B wins one
    duel.pair(Result::BlackWins, Result::WhiteWins); // B wins both
    const std::string text = duel.table.summary();
    CAPTURE(text);
    CHECK(has(text, "Ptnml(0-2): [1, 1, 5, 2, 1], WL/DD Ratio: 1.50\n"));
    CHECK(has(text, "PairsRatio: 1.50\n"));
    CHECK(has(text, "DrawRatio: 50.00 %"));
}

TEST_CASE("no number is missing or infinite, whatever has been played") {
    Duel duel;
    const auto sound = [&] {
        const std::string text = duel.table.summary() + duel.table.details();
        CAPTURE(text);
        CHECK_FALSE(has(text, "nan"));
        CHECK_FALSE(has(text, "inf"));
        CHECK_FALSE(has(text, "+/- 0.00"));
        return text;
    };
    CHECK(has(sound(), "PairsRatio: -\n"));
    duel.pair(Result::WhiteWins, Result::BlackWins);
    CHECK(has(sound(), "PairsRatio: -\n"));
    duel.pair(Result::WhiteWins, Result::WhiteWins);
    CHECK(has(sound(), "WL/DD Ratio: -\n"));
    duel.add(Result::Draw);
    sound();
}

TEST_CASE("faults are counted for who made them") {
    Duel duel;
    duel.add(Result::WhiteWins, Fault::Crash);   // B's
    duel.add(Result::BlackWins, Fault::Illegal); // B's
    duel.add(Result::BlackWins, Fault::OnTime);  // A's
    duel.add(Result::BlackWins, Fault::Illegal); // B's
    duel.add(Result::WhiteWins);
    const std::string text = duel.table.details();
    CAPTURE(text);
    CHECK(has(text, "A: won-lost-drawn 2-1-0 as white, 2-0-0 as black; on time 1\n"));
    CHECK(has(text, "B: won-lost-drawn 0-2-0 as white, 1-2-0 as black; crash 1, illegal 2\n"));
    CHECK(has(Duel().table.details(), "as black; no faults\n"));
}

TEST_CASE("forfeited turns are illegal actions of who forfeits") {
    ScoreTable table({"A", "B"}, false);
    ScheduledGame game{};
    game.number = 1;
    game.players = {1, 0};
    table.add(game, {Result::Draw, Termination::Normal, "", std::nullopt}, {3, 1});
    table.add(game, {Result::BlackWins, Termination::IllegalMove, "", Fault::Illegal}, {1, 0});
    CHECK(has(table.details(), "A: won-lost-drawn 0-0-0 as white, 1-0-1 as black; illegal 1\n"));
    CHECK(has(table.details(), "B: won-lost-drawn 0-1-1 as white, 0-0-0 as black; illegal 5\n"));
}
