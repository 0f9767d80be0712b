// `agon-match report`: what the page holds. report_browser_test.cpp looks at it in a browser.
#include "engine/game/apply.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "protocol/web/room/played_json.hpp"
#include "tests/arena/played_schedule.hpp"
#include "tests/arena/two_pairs.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/sealed.hpp"
#include "tools/arena/schedule/make_schedule.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/web/game_json.hpp"
#include "tools/arena/web/report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <sstream>

using namespace agon;
using namespace agon::arena;
using agon::arena::test::made_up;
using agon::arena::test::take_all;
using agon::test::engine;
using agon::test::run;
using agon::test::Run;
using agon::test::TemporaryFolder;

namespace {

/// An action in a position with its marks.
std::string marked(const char* preset, const std::string& position, const std::string& action) {
    const RuleSet rules = Presets().at(preset).rules;
    Position before = parse_position(rules, position);
    return page::play_marked(rules, before, parse_legal_move(rules, before, action));
}

MatchHistory history(const std::string& name, const std::string& reason) {
    MatchHistory match;
    match.rules = make_match_rules("classic", "standard", "", {});
    match.settings = {{"engines",
                       {{{"name", name}, {"cmd", "a"}, {"proto", "uci"}},
                        {{"name", "B"}, {"cmd", "b"}, {"proto", "uci"}}}},
                      {"games", 1},
                      {"swap", true},
                      {"event", reason}};
    GameRecord& record = match.games[1];
    record.names = {name, "B"};
    record.first = record.last = match.rules.start();
    record.verdict = {Result::WhiteWins, Termination::Abandoned, reason, Fault::Crash};
    return match;
}

int count(const std::string& text, const std::string& part) { return Run{0, text}.count(part); }

} // namespace

TEST_CASE("the marks of an action say what it did") {
    using support::arranged;
    const std::string start = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    CHECK(marked("classic", start, "a1b2") == "a1b2");

    // From h3 to g3 a piece traps f3, with e3 on the other side (4.4).
    const std::string black = "ql11 gf3 gl10 gl9 gl8 gl7 gk11";
    const std::string guards = "Qa1 Gh3 Ge3 Ga2 Ga3 Ga4 Ga5 " + black;
    const std::string queen = "Qh3 Ga1 Ge3 Ga2 Ga3 Ga4 Ga5 " + black;
    CHECK(marked("classic", arranged(guards), "h3g3") == "h3g3xf3");
    CHECK(marked("kanare", arranged(guards), "h3g3") == "h3g3-f3");
    // Bloody Queen (7): the side that trapped settles in its own turn; with the queen at once.
    CHECK(marked("bloody-queen", arranged(guards), "h3g3") == "h3g3xf3=");
    CHECK(marked("bloody-queen", arranged(queen), "h3g3") == "h3g3-f3");

    // A relocated piece is no longer captured, and the other side may be the chooser (4.5).
    const std::string trapped = "Qa1 Gg3 Ge3 Ga2 Ga3 Ga4 Ga5 " + black;
    CHECK(marked("classic", arranged(trapped, "b f3 - 0 1"), "f3l6") == "f3l6");
    CHECK(marked("way-to-play", arranged(trapped, "w a1 - 0 1"), "a1f1") == "a1f1~");

    // A placement comes from the reserve; a side with none there passes (3).
    const std::string placing = "Qa1 Gg3 Ge3 Ga2 Ga3 Ga4 Ga5 ql11 gl10 gl9 gl8 gl7 gk11";
    CHECK(marked("classic", arranged(placing, "b - g 3 1"), "f1") == "f1");
    CHECK(marked("classic", arranged(placing, "w - g 3 1"), "pass") == "pass");
}

TEST_CASE("the page's numbers are the statistics'") {
    // A wins both games of the first pair, and one of the second, of which the other is drawn.
    const MatchHistory match = agon::test::two_pairs();
    const Json page = report_json(match);
    CHECK(page["title"] == "A vs B");
    CHECK(page["settings"] == match.settings);
    const std::array<std::uint64_t, 5> one{0, 0, 0, 0, 1}, both{0, 0, 0, 1, 1};
    const Json& best = page["ranks"][0];
    CHECK(best["name"] == "A");
    CHECK(best["elo"] == to_text(rate(both).elo));
    CHECK(best["nElo"] == to_text(rate(both).normalized));
    CHECK(best["games"] == Json({0, 1, 3}));
    CHECK(best["bySide"] == Json({{0, 1, 1}, {0, 0, 2}}));
    CHECK(best["pairs"] == Json(both));
    CHECK(page["ranks"][1]["name"] == "B");
    CHECK(page["ranks"][1]["faults"]["stall"] == 0);
    CHECK(page["games"].size() == 4);
    CHECK(page["games"][3]["ending"] == "throne");

    // A point after each pair.
    const Estimate first = rate(one).elo, second = rate(both).elo;
    CHECK(page["elo"] == Json::array({Json::array(
                             {{2, first.value, first.error}, {4, second.value, second.error}})}));
    const Sprt sprt({0, 50, 0.05, 0.05, SprtModel::Normalized});
    CHECK(page["llr"] == Json::array({{2, sprt.llr(one)}, {4, sprt.llr(both)}}));
    CHECK(page["bounds"][0] == doctest::Approx(std::log(0.05 / 0.95)));
    CHECK(page["bounds"][1] == doctest::Approx(std::log(0.95 / 0.05)));
    CHECK(page["ratio"]["llr"] == sprt.llr(both));
    CHECK(page["ratio"]["elo"] == Json::array({0, 50}));
    REQUIRE(sprt_games_left(sprt, both));
    CHECK(page["ratio"]["left"] == *sprt_games_left(sprt, both));
    CHECK(page["rounds"].empty());
}

TEST_CASE("the headline says who won by how much, and whether that is certain") {
    const auto headline = [](const MatchHistory& match) {
        const Json page = report_json(match);
        return page["date"].get<std::string>() + '|' + page["result"].get<std::string>() + '|' +
               page["verdict"].get<std::string>();
    };
    MatchHistory match = agon::test::two_pairs();
    // units_left() is tested with the statistics; each pair is two games.
    const Sprt sprt({0, 50, 0.05, 0.05, SprtModel::Normalized});
    const std::array<std::uint64_t, 5> pairs{0, 0, 0, 1, 1};
    const auto left = static_cast<int>(std::ceil(*sprt.units_left(pairs) * 2));
    CHECK(headline(match) == "|A beat B by 3.5 to 0.5 in 4 games, +3 =1 -0|Undecided after 4 of "
                             "about " +
                                 std::to_string(4 + left) + " games.");
    match.settings["sprt"]["elo1"] = 900; // 3.5 points of 4 are enough
    match.settings["sprt"]["alpha"] = match.settings["sprt"]["beta"] = 0.45;
    CHECK(headline(match).ends_with("|H1 was accepted after 4 games: A is likelier to be 900 Elo "
                                    "(normalized) stronger than B than 0 Elo."));
    match.settings.erase("sprt");
    REQUIRE(rate(pairs).los < 0.975); // the end of the 95 % interval
    CHECK(headline(match).ends_with("|Too few games to tell who is stronger."));
    MatchHistory clear = match;
    clear.games.at(3).verdict.result = Result::WhiteWins;
    for (int number = 5; number <= 8; ++number) {
        GameRecord& record = clear.games[number] = clear.games.at(2 - number % 2);
        record.number = number;
        record.encounter = static_cast<std::size_t>(number - 1) / 2;
    }
    const std::array<std::uint64_t, 5> won{0, 0, 0, 0, 4};
    REQUIRE(rate(won).los > 0.975);
    CHECK(headline(clear).ends_with("|A is the stronger one, with a likelihood of " +
                                    fixed(rate(won).los * 100) + " %."));
    match.games.erase(3);
    match.games.erase(4);
    match.games.at(2).verdict.result = Result::WhiteWins;
    match.games.at(1).begun = match.games.at(1).ended =
        std::chrono::system_clock::time_point(std::chrono::hours(24 * 20'000 + 23));
    CHECK(headline(match) == "2024-10-04|A and B are level at 1 to 1 after 2 games|Too few games "
                             "to tell who is stronger.");
    match.games.at(1).ended += std::chrono::hours(2);
    CHECK(headline(match).starts_with("2024-10-04 to 2024-10-05|"));
    for (auto& game : match.games) game.second.verdict = {};
    CHECK(headline(match).ends_with("|No game was finished|"));

    match = agon::test::knockout_of_three();
    CHECK(headline(match) == "|The knockout of 3 engines is not over|");
    match.settings["tournament"] = "roundrobin"; // C has 1.5 of 2 and 1 of 2
    CHECK(headline(match) ==
          "|C is first of 3 engines with 2.5 points of 4 games, 1.5 ahead of A|");
}

TEST_CASE("the rounds of a knockout are in the order of its bracket") {
    MatchHistory match = agon::test::knockout_of_three();
    const auto rounds = [&] { return report_json(match)["rounds"]; };
    const Json first = Json::parse(R"([{"players": ["A"], "winner": "A"},
        {"players": ["B", "C"], "points": [0.5, 1.5], "game": 1, "winner": "C"}])");
    CHECK(rounds() == Json::array({first, Json::parse(R"([{"players": ["A", "C"],
        "points": [1.0, 1.0], "game": 3}])")}));
    // Level after the last possible further encounter: the one listed first wins.
    for (int number = 5; number <= 20; ++number) {
        GameRecord& record = match.games[number] = match.games.at(3 + (number - 1) % 2);
        record.number = number;
        record.encounter = static_cast<std::size_t>(number - 1) / 2;
    }
    CHECK(rounds()[1][0]["winner"] == "A");
    CHECK(report_json(match)["result"] == "A won the knockout of 3 engines");
    match.games.at(20).verdict.result = Result::Draw;
    CHECK(rounds()[1][0]["winner"] == "A"); // by 9.5 to 8.5
    match.games.at(20).verdict = {};
    CHECK_FALSE(rounds()[1][0].contains("winner")); // in the middle of an encounter
}

TEST_CASE("a later game of a knockout may end before the earlier ones") {
    MatchHistory match = agon::test::knockout_of_three();
    match.settings["engines"].erase(2);
    match.settings["rounds"] = 10;
    match.settings["games"] = 1;
    GameRecord third = match.games.at(3);
    third.names = {"A", "B"};
    third.round = 1;
    third.encounter = 2;
    match.games = {{3, third}};
    CHECK(report_json(match)["rounds"][0][0]["points"] == Json::parse("[1.0, 0.0]"));
    match.settings["rounds"] = std::numeric_limits<std::uint32_t>::max(); // takes no time or memory
    CHECK(report_json(match)["rounds"].size() == 1);
}

TEST_CASE("the rounds of a Swiss name who has a bye") {
    // A is listed last, so that it has the bye of the first round; B, who is last after it, the
    // next. In the second round C, listed before A, is white first.
    MatchHistory match = agon::test::knockout_of_three();
    match.settings["tournament"] = "swiss";
    match.settings["rounds"] = 2;
    Json& engines = match.settings["engines"];
    std::rotate(engines.begin(), engines.begin() + 1, engines.end());
    for (const int number : {3, 4})
        std::swap(match.games.at(number).names[0], match.games.at(number).names[1]);
    const Json rounds = report_json(match)["rounds"];
    CHECK(rounds[0] == Json::parse(R"([{"players": ["B", "C"], "points": [0.5, 1.5], "game": 1},
                                       {"players": ["A"]}])"));
    CHECK(rounds[1][1] == Json::parse(R"({"players": ["B"]})"));
    // A bye is an encounter won, so A has 2 + 1 points; B 0.5 + 2, C 1.5 + 1. C has met A and B,
    // B has met C and, in its bye, its equal.
    CHECK(report_json(match)["result"] == "A is first of 3 engines with 3 points, 0.5 ahead of C");
    // The ranks are by points and Buchholz, though C is first by Elo: it has 2.5 of 4, A 1 of 2.
    const Json ranks = report_json(match)["ranks"];
    const std::tuple<const char*, double, double> ORDER[] = {
        {"A", 3, 5.5}, {"C", 2.5, 5.5}, {"B", 2.5, 5}};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(ranks[i]["name"] == std::get<0>(ORDER[i]));
        CHECK(ranks[i]["points"] == std::get<1>(ORDER[i]));
        CHECK(ranks[i]["buchholz"] == std::get<2>(ORDER[i]));
    }
    // A wins both games with C, and C has 1; B, now listed after it, 1 + 2.
    std::swap(engines[0], engines[1]);
    for (const int number : {1, 2})
        std::swap(match.games.at(number).names[0], match.games.at(number).names[1]);
    match.games.at(1).verdict.result = match.games.at(3).verdict.result = Result::BlackWins;
    match.games.at(2).verdict.result = Result::BlackWins;
    CHECK(report_json(match)["result"] == "A is first of 3 engines with 4 points, 1 ahead of B");
}

namespace {

/// A line for each pairing, and the winner, as Knockout::report() has them.
std::string bracket_of(const Json& page) {
    std::string text, last;
    const auto& rounds = page["rounds"];
    for (std::size_t round = 0; round < rounds.size(); ++round)
        for (const Json& pairing : rounds[round]) {
            const auto& players = pairing["players"];
            text +=
                "Round " + std::to_string(round + 1) + ": " + players[0].get<std::string>() + ' ';
            last = pairing.value("winner", "");
            if (players.size() == 1) {
                text += "has a bye\n";
                continue;
            }
            const double first = pairing["points"][0], second = pairing["points"][1];
            text += fixed(first, 1) + " - " + fixed(second, 1) + ' ' +
                    players[1].get<std::string>() + ", " +
                    (last.empty()      ? "not decided"
                     : first == second ? last + " advances as the one listed first"
                                       : last + " advances") +
                    '\n';
        }
    return rounds.back().size() == 1 && !last.empty() ? text + "Winner: " + last + '\n' : text;
}

/// Names, points and Buchholz in the order of the table, as Swiss::report() has them.
std::string table_of(const Json& page) {
    std::string text;
    for (const Json& rank : page["ranks"])
        text += rank["name"].get<std::string>() + ' ' + fixed(rank["points"], 1) + ' ' +
                fixed(rank["buchholz"], 1) + '\n';
    return text;
}

std::string table_of(const std::string& report) {
    std::istringstream lines(report);
    std::string text, place, name, points, buchholz, byes;
    for (std::getline(lines, text), text.clear();
         lines >> place >> name >> points >> buchholz >> byes;)
        text += name + ' ' + points + ' ' + buchholz + '\n';
    return text;
}

} // namespace

TEST_CASE("after every game the report agrees with the schedule of the match") {
    for (const std::size_t engines : {3U, 5U, 6U, 7U}) // with byes
        for (const std::size_t games : {1U, 2U})
            for (const bool swiss : {false, true}) {
                CAPTURE(engines);
                CAPTURE(games);
                CAPTURE(swiss);
                const auto schedule =
                    make_schedule({.type = swiss ? TournamentType::Swiss : TournamentType::Knockout,
                                   .engines = engines,
                                   .rounds = swiss ? 3U : 1U,
                                   .games = games});
                const auto results = made_up(engines * 10 + games);
                MatchHistory match = agon::test::two_pairs();
                match.games.clear();
                match.settings = {{"games", games},
                                  {"swap", true},
                                  {"rounds", swiss ? 3 : 1},
                                  {"tournament", swiss ? "swiss" : "knockout"}};
                std::vector<std::string> names;
                for (std::size_t i = 0; i < engines; ++i) {
                    names.emplace_back(1, static_cast<char>('A' + i));
                    match.settings["engines"].push_back(
                        {{"name", names[i]}, {"cmd", "x"}, {"proto", "uci"}});
                }
                // The games of a stage end in reverse order.
                for (auto open = take_all(*schedule); !open.empty(); open = take_all(*schedule))
                    for (; !open.empty(); open.pop_back()) {
                        const ScheduledGame& game = open.back();
                        schedule->finished(game, results(game));
                        GameRecord& record = match.games[static_cast<int>(game.number)];
                        record.number = static_cast<int>(game.number);
                        record.round = static_cast<int>(game.round);
                        record.encounter = game.encounter;
                        record.names = {names[game.players[0]], names[game.players[1]]};
                        record.first = record.last = match.rules.start();
                        record.verdict = {results(game), Termination::Normal, "", std::nullopt};
                        const Json page = report_json(match);
                        const std::string report = schedule->report(names);
                        CHECK((swiss ? table_of(page) : bracket_of(page)) ==
                              (swiss ? table_of(report) : report));
                    }
                CHECK(schedule->over());
                match.games.erase(1);
                CHECK_THROWS_WITH((void)report_json(match),
                                  doctest::Contains("is not one that this match plays"));
            }
}

TEST_CASE("scores are white's throughout") {
    MatchHistory match = agon::test::two_pairs();
    GameRecord& record = match.games.at(1);
    for (const char* const move : {"a1b2", "l11k10"}) {
        ActionRecord& action = record.actions.emplace_back();
        action.move = parse_move(move);
        action.chooser = record.actions.size() == 1 ? Side::White : Side::Black;
        action.evaluation = {Evaluation::Kind::Centipawns, 30, 5, 0, 0, {}};
    }
    CHECK(report_json(match)["games"][0]["actions"] == "a1b2,+0.30,5,0.000 l11k10,-0.30,5,0.000");
    record.actions[1].evaluation = {
        Evaluation::Kind::Mate, std::numeric_limits<int>::min(), 5, 0, 0, {}};
    CHECK(report_json(match)["games"][0]["actions"] ==
          "a1b2,+0.30,5,0.000 l11k10,+M2147483647,5,0.000");
}

TEST_CASE("a report says where a side cannot lose") {
    // Black is sealed throughout; the naive referee knows the seals.
    const naive::Rules naive_rules = naive::preset("classic");
    const RuleSet rules = Presets().at("classic").rules;
    MatchHistory match = history("A", "x");
    GameRecord& record = match.games[1];
    record.first = record.last = parse_position(rules, support::SEALED);
    for (const char* const action : {"c6d7", "e5f5"}) {
        ActionRecord& acted = record.actions.emplace_back();
        acted.move = parse_legal_move(rules, record.last, action);
        acted.chooser = record.last.turn;
        apply(rules, record.last, acted.move);
    }
    const auto safe = [&] { return report_json(match)["games"][0].value("safe", Json()); };
    CHECK(safe().size() == 3);
    const auto seals = support::seal_steps(naive_rules, to_text(record.last), 'b');
    const Json last = safe().at("2");
    REQUIRE(last.size() == 1);
    CHECK(last[0][0] == "b");
    CHECK(seals.contains(last[0][1].get<std::string>() + last[0][2].get<std::string>()));
    record.verdict = {Result::Draw, Termination::Normal, "Draw", std::nullopt}; // now it is over
    CHECK(safe().size() == 2);
    CHECK_FALSE(report_json(history("A", "x"))["games"][0].contains("safe"));
}

TEST_CASE("names and reasons cannot break the page") {
    const std::string name = "x\"</script><b>'&", reason = "\u00fc </script> \"<!-- {{js}}\" \xff";
    const std::string page = report_page(history(name, reason));
    CHECK(count(page, "</script") == 3); // of the import map, the data and the start
    CHECK(count(page, "<b>") == 0);
    CHECK(count(page, "{{") == count(page, "{{js}}"));
    CHECK(page.size() < 400'000);
    CHECK(count(page, "x&quot;&lt;/script&gt;&lt;b&gt;&#39;&amp;") > 0);
    std::smatch data;
    REQUIRE(std::regex_search(page, data, std::regex("id=\"data\">(.*?)</script>")));
    const Json shown = Json::parse(data[1].str());
    CHECK(shown["title"] == name + " vs B");
    CHECK(shown["games"][0]["white"] == name);
    CHECK(shown["games"][0]["reason"] == "\u00fc </script> \"<!-- {{js}}\" \ufffd");
    // The page loads no other files.
    CHECK_FALSE(std::regex_search(page, std::regex("(src|href)=\"(?!#|data:)")));
    MatchHistory none = history("A", "");
    none.games.clear();
    CHECK_THROWS_WITH((void)report_page(none),
                      "no game has been finished, so there is nothing to report");
}

TEST_CASE("a report comes from the journals of one match") {
    TemporaryFolder folder;
    const auto match = [&](const std::string& name, const std::string& options) {
        const Run played = run(engine("A") + engine("B") + "-each nodes=10 " +
                               "-maxmoves 2 -journal file=" + (folder / name) + ' ' + options);
        CAPTURE(played.output);
        REQUIRE(played.status == 0);
    };
    match("1.jsonl", "-rounds 3 -shard 1/2");
    match("2.jsonl", "-rounds 3 -shard 2/2");
    match("3.jsonl", "-rounds 3 -games 1");
    const std::string page = folder / "page.html";
    const Run report =
        run("report " + (folder / "2.jsonl") + ' ' + (folder / "1.jsonl") + " -o " + page);
    CHECK(report.status == 0);
    CHECK(report.output == "Wrote " + page + "\n");
    CHECK(count(agon::test::read_file(page), "\"game\":") == 6);

    const auto refused = [](const std::string& arguments, const std::string& words,
                            int status = 1) {
        const Run run = agon::test::run("report " + arguments);
        CAPTURE(run.output);
        CHECK(run.status == status);
        CHECK(run.says(words));
    };
    refused("", "FILE is missing; see 'agon-match report --help'", 2);
    refused(folder / "1.jsonl", "-o PAGE.html is missing", 2);
    refused("/nowhere -o " + page, "cannot read /nowhere");
    refused((folder / "1.jsonl") + " -o /nowhere/page.html", "there is no directory '/nowhere'");
    refused((folder / "1.jsonl") + ' ' + (folder / "3.jsonl") + " -o " + page,
            "3.jsonl is the journal of another match (games: 2, now 1)");
    refused((folder / "1.jsonl") + ' ' + (folder / "1.jsonl") + " -o " + page,
            "1.jsonl is named twice");
}
