// The results of a match and their text (arena.md, Statistics), counted by hand. `agon-match
// measure`: figures of a game, counted by hand, legal actions by the naive referee.
#include "engine/game/apply.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/arrange.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/web/game_figures.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::arena;
using Kind = Evaluation::Kind;

namespace {

using PairCounts = std::array<std::uint64_t, 5>;
using Games = std::array<std::uint64_t, 3>;

constexpr Result WHITE = Result::WhiteWins, BLACK = Result::BlackWins, DRAW = Result::Draw;

/// The first (0) or second (1) game of an encounter of engines `a` and `b`, colours swapped.
ScheduledGame game(std::size_t encounter, std::size_t second, std::size_t a = 0,
                   std::size_t b = 1) {
    ScheduledGame result{2 * encounter + second + 1, 1, encounter, {a, b}, a};
    if (second == 1) std::swap(result.players[0], result.players[1]);
    return result;
}

Verdict verdict(Result result, Termination termination = Termination::Normal,
                const char* reason = "White wins (throne)") {
    return {result, termination, reason, std::nullopt};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

/// Pairs of games between two engines; the first is white in the first game of each.
struct Duel {
    ScoreTable table{{"A", "B"}, true};
    std::size_t games = 0;

    void add(Result result, std::optional<Fault> fault = std::nullopt) {
        table.add(game(games / 2, games % 2), {result, Termination::Normal, "", fault});
        ++games;
    }
    void pair(Result first, Result second) {
        add(first);
        add(second);
    }
};

const std::string BLACKS = "ql11 gf3 gl10 gl9 gl8 gl7 gk11";

struct Said {
    const char* action;
    Kind kind = Kind::None;
    int value = 0;
};

GameRecord played(const MatchRules& rules, const std::string& position,
                  const std::vector<Said>& said) {
    GameRecord record;
    record.names = {"A", "B"};
    record.first = record.last = parse_position(rules.rules, position);
    for (const auto& [text, kind, value] : said) {
        ActionRecord action;
        action.move = parse_legal_move(rules.rules, record.last, text);
        action.chooser = chooser(rules.rules, record.last);
        action.evaluation.kind = kind;
        action.evaluation.value = value;
        action.evaluation.nodes = 10;
        apply(rules.rules, record.last, action.move);
        record.actions.push_back(action);
    }
    record.verdict = {Result::WhiteWins, Termination::Normal, "White wins (throne)", std::nullopt};
    return record;
}

std::size_t legal(const char* preset, const std::string& position) {
    return naive::legal(naive::preset(preset), naive::parse(position)).size();
}

} // namespace

TEST_CASE("games are counted for both engines, and by colour") {
    Duel duel;
    duel.pair(WHITE, WHITE); // one win each
    duel.pair(DRAW, BLACK);  // A wins with black
    const ScoreTable& table = duel.table;
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

TEST_CASE("a pair is the sum of both games of an encounter") {
    // All nine pairs of results: the first engine's half points are the sum of both games.
    const Result results[] = {WHITE, DRAW, BLACK};
    Duel duel;
    const ScoreTable& table = duel.table;
    for (const Result first : results)
        for (const Result second : results) duel.pair(first, second);
    CHECK(table.score(0).pairs == PairCounts{1, 2, 3, 2, 1});
    CHECK(table.score(1).pairs == PairCounts{1, 2, 3, 2, 1});
    duel.pair(WHITE, BLACK); // A wins both
    CHECK(table.score(0).pairs == PairCounts{1, 2, 3, 2, 2});
    CHECK(table.score(1).pairs == PairCounts{2, 2, 3, 2, 1});
    CHECK(has(table.summary(), "Ptnml(0-2): [1, 2, 3, 2, 2], "));
}

TEST_CASE("a pair counts once its second game is finished, whichever that is") {
    ScoreTable table({"A", "B"}, true);
    table.add(game(0, 0), verdict(WHITE));
    table.add(game(1, 1), verdict(WHITE)); // B's win
    CHECK(table.score(0).pairs == PairCounts{});
    table.add(game(1, 0), verdict(DRAW));
    CHECK(table.score(0).pairs == PairCounts{0, 1, 0, 0, 0});
    table.add(game(0, 1), verdict(DRAW));
    CHECK(table.score(0).pairs == PairCounts{0, 1, 0, 1, 0});
    CHECK(table.score(1).pairs == PairCounts{0, 1, 0, 1, 0});
}

TEST_CASE("ratings come from pairs, or from games if there are none") {
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

TEST_CASE("the Bayesian test uses games, the others pairs") {
    ScoreTable table({"A", "B"}, true);
    table.add(game(0, 0), verdict(WHITE));
    CHECK(sprt_cells(Sprt({.model = SprtModel::Bayesian}), table).size() == 3);
    CHECK(sprt_cells(Sprt({.model = SprtModel::Normalized}), table).size() == 5);
    CHECK(sprt_cells(Sprt({.model = SprtModel::Logistic}), table).size() == 5);
    // The default test's bounds are -+ log(19) = 2.94; no game has been played yet.
    CHECK(sprt_line(Sprt({}), ScoreTable({"A", "B"}, true)) ==
          "LLR: 0.00 (-2.94, 2.94) [0.00, 5.00]");
}

TEST_CASE("endings are counted by the rule, or by the other reason") {
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

TEST_CASE("for more than two engines the ranks are printed, the best first") {
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
    // If points decide the places, as in a Swiss, their order is given.
    const std::string places = table.summary({0, 2, 1});
    CHECK(places.find("   1 weak  ") < places.find("   2 strong  "));
    CHECK(places.find("   2 strong  ") < places.find("   3 middling"));
    CHECK(has(text.substr(weak), "       4      0.0   [2, 0, 0, 0, 0]\n"));
    CHECK(text.find("\n\n") == text.npos);
}

TEST_CASE("the kinds of even pairs are distinguished, and pairs won from pairs lost") {
    Duel duel;
    duel.pair(WHITE, WHITE); // one each
    duel.pair(BLACK, BLACK); // one each
    duel.pair(WHITE, WHITE); // one each
    duel.pair(DRAW, DRAW);
    duel.pair(DRAW, DRAW);
    duel.pair(WHITE, BLACK); // A wins both
    duel.pair(WHITE, DRAW);  // A wins one
    duel.pair(DRAW, BLACK);  // A wins one
    duel.pair(BLACK, DRAW);  // B wins one
    duel.pair(BLACK, WHITE); // B wins both
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
    duel.pair(WHITE, BLACK);
    CHECK(has(sound(), "PairsRatio: -\n"));
    duel.pair(WHITE, WHITE);
    CHECK(has(sound(), "WL/DD Ratio: -\n"));
    duel.add(DRAW);
    sound();
}

TEST_CASE("faults are counted for the engine that made them") {
    Duel duel;
    duel.add(WHITE, Fault::Crash);   // B's
    duel.add(BLACK, Fault::Illegal); // B's
    duel.add(BLACK, Fault::OnTime);  // A's
    duel.add(BLACK, Fault::Illegal); // B's
    duel.add(WHITE);
    const std::string text = duel.table.details();
    CAPTURE(text);
    CHECK(has(text, "A: won-lost-drawn 2-1-0 as white, 2-0-0 as black; on time 1\n"));
    CHECK(has(text, "B: won-lost-drawn 0-2-0 as white, 1-2-0 as black; crash 1, illegal 2\n"));
    CHECK(has(Duel().table.details(), "as black; no faults\n"));
}

TEST_CASE("forfeited turns are illegal actions of the side that forfeits") {
    ScoreTable table({"A", "B"}, false);
    table.add(game(0, 1), {DRAW, Termination::Normal, "", std::nullopt}, {3, 1});
    table.add(game(0, 1), {BLACK, Termination::IllegalMove, "", Fault::Illegal}, {1, 0});
    CHECK(has(table.details(), "A: won-lost-drawn 0-0-0 as white, 1-0-1 as black; illegal 1\n"));
    CHECK(has(table.details(), "B: won-lost-drawn 0-1-1 as white, 0-0-0 as black; illegal 5\n"));
}

TEST_CASE("captures, relocations and legal actions of a game are counted") {
    // From h3 to g3 a white guard traps f3, with e3 on the other side (rules.md 4.4).
    const std::string guards =
        support::arranged("Qa1 Gh3 Ge3 Ga2 Ga3 Ga4 Ga5 " + BLACKS, "w - - 0 1");
    const std::string queen =
        support::arranged("Qh3 Ga1 Ge3 Ga2 Ga3 Ga4 Ga5 " + BLACKS, "w - - 0 1");

    const MatchRules classic = make_match_rules("classic", "standard", "", {});
    const auto game = played(classic, guards, {{"h3g3"}, {"f3l6"}, {"a1b2"}});
    const auto figures = figures_json(game, classic);
    CHECK(figures["actions"] == 3);
    CHECK(figures["captures"] == 1);
    CHECK(figures["relocations"] == 1);
    CHECK(figures["nodes"] == 30);
    const auto before = naive::preset("classic");
    auto state = naive::parse(guards);
    std::size_t choices = 0;
    for (const char* action : {"h3g3", "f3l6", "a1b2"}) {
        choices += naive::legal(before, state).size();
        state = naive::play(before, state, action);
    }
    CHECK(figures["branching"].get<double>() == doctest::Approx(static_cast<double>(choices) / 3));

    // A captured guard leaves the game in Kanare (4.10), and in Bloody Queen if the queen helped to
    // trap it (7.1). The side whose two guards trapped it relocates it (7.3).
    for (const auto& [preset, position, actions, relocations] :
         {std::tuple{"kanare", guards, std::vector<Said>{{"h3g3"}}, 0},
          {"bloody-queen", queen, {{"h3g3"}}, 0},
          {"bloody-queen", guards, {{"h3g3"}, {"f3f2"}}, 1}}) {
        const MatchRules rules = make_match_rules(preset, "standard", "", {});
        const auto short_game = figures_json(played(rules, position, actions), rules);
        CHECK(short_game["captures"] == 1);
        CHECK(short_game["relocations"] == relocations);
    }
}

TEST_CASE("the figures omit actions of the opening") {
    const MatchRules rules = make_match_rules("classic", "standard", "", {});
    const std::string start = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    GameRecord game = played(rules, start, {{"a1b2"}, {"l11k10"}});
    game.actions[0].book = true;
    const auto figures = figures_json(game, rules);
    CHECK(figures["actions"] == 1);
    const std::string second = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/1Q4g/2g1G1 b - - 0 1";
    CHECK(figures["branching"] == static_cast<double>(legal("classic", second)));
}

TEST_CASE("a lead is what both engines agree on") {
    const MatchRules rules = make_match_rules("classic", "standard", "", {});
    const std::string start = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    const auto figures = [&](const std::vector<Said>& said, Result result = Result::WhiteWins) {
        GameRecord game = played(rules, start, said);
        game.verdict.result = result;
        return figures_json(game, rules);
    };
    const auto cp = Kind::Centipawns;
    // Each reports its own side's score. White leads by 120; black by 180, which is a change; the
    // engines then disagree; then white wins.
    const std::vector<Said> course = {{"a1b1", cp, 150},  {"l11k11", cp, -120},
                                      {"b1a1", cp, -200}, {"k11l11", cp, 180},
                                      {"a1b1", cp, 400},  {"l11k11", cp, 90}};
    CHECK(figures(course)["leads"] == 1);
    CHECK(figures(course)["behind"] == 180);
    CHECK(figures(course, Result::BlackWins)["behind"] == 120);
    CHECK(figures(course, Result::Draw)["behind"].is_null());
    // Less than a pawn is no lead. A winner that was never behind won from 0.
    const auto close = figures({{"a1b1", cp, 90}, {"l11k11", cp, -99}, {"b1a1", cp, -99}});
    CHECK(close["leads"] == 0);
    CHECK(close["behind"] == 0);
    // A mate is 100 pawns, and an action without a score ends the agreement.
    CHECK(figures({{"a1b1", Kind::Mate, -3}, {"l11k11", Kind::Mate, 3}})["behind"] == 10000);
    CHECK(figures({{"a1b1", cp, -300}, {"l11k11"}, {"b1a1", cp, -300}})["behind"] == 0);
}

TEST_CASE("measure and the page of a study refuse what they cannot read") {
    const agon::test::TemporaryFolder folder;
    const auto refused = [](const std::string& arguments, const std::string& message, int status) {
        const auto done = agon::test::run(arguments);
        CAPTURE(arguments);
        CAPTURE(done.output);
        CHECK(done.status == status);
        CHECK(done.count(message) == 1);
    };
    refused("measure", "JOURNAL", 2);
    refused("measure x.jsonl --page 0", "--page: expected an integer >= 1, got '0'", 2);
    refused("measure " + (folder / "no.jsonl"), folder / "no.jsonl", 1);
    std::ofstream(folder / "a.json") << "{\"study\": 2, \"cells\": []}";
    const std::string page = " -o " + (folder / "a.html");
    refused("report --study " + (folder / "a.json") + page,
            (folder / "a.json") + ": not a study of games", 1);
    std::ofstream(folder / "deep.json") << "{\"study\": " << std::string(200'000, '[');
    refused("report --study " + (folder / "deep.json") + page,
            (folder / "deep.json") + ": lists and objects are nested more than 64 deep", 1);
    std::ofstream(folder / "half.json") << "{\"study\": 1";
    refused("report --study " + (folder / "half.json") + page,
            (folder / "half.json") + ": not JSON", 1);
    refused("report --study " + (folder / "no.json") + page, "cannot read", 1);
    refused("report --study a b" + page, "--study: expected one FILE", 2);
}
