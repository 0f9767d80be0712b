// `agon analyse`: its queries, the order in which they are searched, and its answers. Expected
// values come from protocol/analysis/README.md and from the naive referee.
#include "engine/notation/notation.hpp"
#include "protocol/analysis/analysis_session.hpp"
#include "protocol/analysis/answer_cache.hpp"
#include "protocol/analysis/search_pool.hpp"
#include "protocol/web/room/json.hpp"
#include "search/clock.hpp"
#include "tests/naive/referee.hpp"
#include "tests/protocol/line_sink.hpp"
#include "tests/protocol/program.hpp"
#include "tests/support/sealed.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace agon;
using namespace agon::analysis;
using page::Json;

namespace {

/// A session without threads: what is queued is searched when the test says so.
struct Asked {
    Presets presets;
    support::LineSink sink;
    search::SteadyClock clock;
    search::Engine engine{clock};
    AnalysisSession session{presets,
                            [] {
                                search::Limits limits;
                                limits.nodes = 300;
                                return limits;
                            }(),
                            sink};

    Asked() { engine.set_hash(1); }

    std::vector<Json> take_answers() {
        std::vector<Json> answers;
        for (const std::string& line : sink.take_all()) answers.push_back(Json::parse(line));
        return answers;
    }
    template<class... Lines>
    std::vector<Json> say(const Lines&... lines) {
        (session.take(lines), ...);
        while (session.work(engine)) {
        }
        return take_answers();
    }
};

/// The one answer to a line that is faulty.
Json refused(std::string_view line) {
    Asked asked;
    const auto answers = asked.say(line);
    CAPTURE(std::string(line.substr(0, 200)));
    REQUIRE(answers.size() == 1);
    REQUIRE(answers[0].contains("error"));
    CHECK_FALSE(answers[0].contains("ply"));
    CHECK(answers[0]["error"].get<std::string>().size() < 700);
    return answers[0];
}

void check_refused(std::string_view line, const char* id, const char* field, const char* text) {
    const Json answer = refused(line);
    CHECK(answer.value("id", "(none)") == id);
    CHECK(answer.value("field", "(none)") == field);
    CHECK(answer["error"] == text);
}

std::vector<std::string> ids(const std::vector<Json>& answers) {
    std::vector<std::string> ids;
    for (const Json& answer : answers) ids.push_back(answer["id"]);
    return ids;
}

} // namespace

TEST_CASE("analyse: the sides that cannot lose") {
    // By the naive referee Black has a seal, and White has none.
    REQUIRE_FALSE(
        naive::seals(naive::preset("classic"), naive::parse(support::SEALED), 'b').empty());
    REQUIRE(naive::seals(naive::preset("classic"), naive::parse(support::SEALED), 'w').empty());
    Asked asked;
    const auto ask = [&](const std::string& rules, const std::string& position) {
        const auto answers = asked.say(
            Json{{"id", "safe"}, {"rules", rules}, {"position", position}, {"depth", 1}}.dump());
        REQUIRE(answers.size() == 1);
        return answers[0].value("cannotLose", Json());
    };
    CHECK(ask("classic", support::SEALED) == Json{"black"});
    CHECK(ask("agon", support::SEALED).is_null()); // there a repetition loses
    // White's queen on the throne, Black's guards around a cell of ring 1: refuges of
    // bench/solved.md.
    CHECK(ask("botermans", "q5/7/8/9/4g5/5Q5/4g5/9/8/gggg3/GGGGGG w - - 0 1") ==
          Json{"white", "black"});
    // White has won (rules.md 4.8 a).
    CHECK(ask("botermans", "6/7/8/9/4GG4/4GQG4/4GG4/9/8/gg5/qgggg1 b - - 0 1").is_null());
}

TEST_CASE("analyse: one position, with its legal actions as the referee has them") {
    Asked asked;
    const auto answers = asked.say(R"({"id":"one","depth":2,"lines":3,"includeLegal":true})");
    REQUIRE(answers.size() == 1);
    const Json& answer = answers[0];
    CHECK(answer["id"] == "one");
    CHECK(answer["isDuringSearch"] == false);
    CHECK(answer["ply"] == 0);
    CHECK(answer["chooser"] == "white");
    CHECK(answer["depth"] == 2);
    CHECK(answer["nodes"] > 0);
    CHECK_FALSE(answer.contains("outcome"));
    const auto rules = naive::preset("classic");
    const auto state = naive::parse(std::string(setup_text(Setup::Standard)));
    const auto legal = naive::legal(rules, state);
    CHECK(answer["legal"].get<std::set<std::string>>() ==
          std::set<std::string>(legal.begin(), legal.end()));
    REQUIRE(answer["lines"].size() == 3);
    std::set<std::string> actions;
    for (const Json& line : answer["lines"]) {
        actions.insert(line["action"]);
        CHECK(line["pv"][0] == line["action"]);
        CHECK(line["score"] <= answer["score"]);
        CHECK(line["mate"].is_null());
        CHECK(line["wdl"][0].get<int>() + line["wdl"][1].get<int>() + line["wdl"][2].get<int>() ==
              1000);
    }
    CHECK(actions.size() == 3);
    CHECK(answer["lines"][0]["score"] == answer["score"]);
    CHECK(answer["lines"][0]["wdl"] == answer["wdl"]);
}

TEST_CASE("analyse: the plies of a game, and what is not said has its default") {
    Asked asked;
    auto answers = asked.say(R"({"id":"g","actions":["a1b2","l11k10"],"plies":[2,0]})");
    REQUIRE(answers.size() == 2);
    CHECK(answers[0]["ply"] == 2);
    CHECK(answers[1]["ply"] == 0);
    CHECK_FALSE(answers[0].contains("legal"));
    CHECK(answers[0]["lines"].size() == 1);
    answers = asked.say(R"({"id":"last","actions":["a1b2"]})");
    REQUIRE(answers.size() == 1);
    CHECK(answers[0]["ply"] == 1);
    CHECK(answers[0]["chooser"] == "black");
    // The first iteration always finishes.
    CHECK(asked.say(R"({"id":"n","nodes":1})")[0]["lines"].size() == 1);
}

TEST_CASE("analyse: a game that is over has an outcome and no lines; a win is a mate") {
    // Rules 4.8 a: the queen on the throne and six guards around her.
    const auto with = [](const char* position) {
        Asked asked;
        return asked
            .say(Json{{"id", "x"}, {"position", position}, {"includeLegal", true}, {"depth", 4}}
                     .dump())
            .at(0);
    };
    Json answer = with("q5/7/8/9/4GG4/4GQG4/4GG4/9/8/7/gggggg w - - 0 1");
    if (answer.contains("error")) FAIL(answer.dump());
    CHECK(answer["outcome"] == Json{{"winner", "white"}, {"reason", "throne"}});
    CHECK(answer["lines"].empty());
    CHECK(answer["legal"].empty());
    CHECK(answer["score"].is_null());
    CHECK(answer["mate"] == 0);
    // The sixth guard steps to the ring around her.
    answer = with("q5/7/8/9/4GG4/4GQG4/4G5/5G3/8/7/gggggg w - - 0 1");
    if (answer.contains("error")) FAIL(answer.dump());
    CHECK_FALSE(answer.contains("outcome"));
    CHECK(answer["score"].is_null());
    CHECK(answer["mate"] == 1);
    CHECK(answer["wdl"] == Json{1000, 0, 0});
    CHECK(answer["lines"].at(0)["pv"].size() == 1);
}

TEST_CASE("analyse: rules as a preset and changes of it") {
    Asked asked;
    const auto legal = [&](const std::string& rules) {
        const auto answers = asked.say(R"({"id":"r","position":)" +
                                       Json(std::string(setup_text(Setup::Placement))).dump() +
                                       R"(,"includeLegal":true,"nodes":1,"rules":)" + rules + "}");
        REQUIRE(answers.size() == 1);
        REQUIRE(answers[0].contains("legal"));
        return answers[0]["legal"].size();
    };
    // rules.md section 3: guards are placed on any cell but the throne, or on the outer ring,
    // of 30.
    CHECK(legal(R"("classic")") == legal("{}"));
    CHECK(legal(R"({"preset":"ham"})") > 30);
    CHECK(legal(R"({"preset":"ham","placement":"outer-ring"})") <= 30);
    CHECK(asked.presets.find("rules-of-a-query") == nullptr);
    const Json bloody = asked.say(R"({"id":"b","rules":{"effect":"bloody"},"nodes":1})").at(0);
    CHECK(bloody["lines"].size() == 1);
    CHECK(asked.say(R"({"id":"s","rules":"ham","setup":"placement","nodes":1,"includeLegal":true})")
              .at(0)["legal"]
              .size() > 30);
}

TEST_CASE("analyse: a faulty query names its field, and keeps its id") {
    check_refused(R"({"id":"a","nodes":0})", "a", "nodes",
                  "nodes: expected an integer from 1 to 18446744073709551615, got 0");
    check_refused(R"({"id":"a","nodes":18446744073709551616})", "a", "nodes",
                  "nodes: expected an integer from 1 to 18446744073709551615, got "
                  "1.8446744073709552e+19");
    check_refused(R"({"id":"a","nodes":1.5})", "a", "nodes",
                  "nodes: expected an integer from 1 to 18446744073709551615, got 1.5");
    check_refused(R"({"id":"a","depth":201})", "a", "depth",
                  "depth: expected an integer from 1 to 200, got 201");
    check_refused(R"({"id":"a","movetime":-1})", "a", "movetime",
                  "movetime: expected an integer from 1 to 1000000000000, got -1");
    check_refused(
        R"({"id":"a","lines":0})", "a", "lines",
        ("lines: expected an integer from 1 to " + std::to_string(search::MAX_MULTI_PV) + ", got 0")
            .c_str());
    check_refused(R"({"id":"a","includeLegal":1})", "a", "includeLegal",
                  "includeLegal: expected true or false, got 1");
    check_refused(R"({"id":"a","reportDuringSearchEvery":0})", "a", "reportDuringSearchEvery",
                  "reportDuringSearchEvery: expected seconds from 0.01 to 1000000, got 0");
    check_refused(R"({"id":"a","priority":2147483648})", "a", "priority",
                  "priority: expected an integer from -2147483648 to 2147483647, got 2147483648");
    check_refused(R"({"id":"a","priorities":[1,2]})", "a", "priorities",
                  "priorities: expected one for each of 1 plies, got 2");
    check_refused(R"({"id":"a","priority":1,"priorities":[1]})", "a", "priority",
                  "priority: a query has a priority or priorities, not both");
    check_refused(R"({"id":"a","plies":[0,1]})", "a", "plies",
                  "plies[1]: expected an integer from 0 to 0, got 1");
    check_refused(R"({"id":"a","plies":[0,0]})", "a", "plies", "plies: 0 is given twice");
    check_refused(R"({"id":"a","plies":[]})", "a", "plies", "plies: the list is empty");
    check_refused(R"({"id":"a","setup":"x"})", "a", "setup",
                  "setup: expected standard, placement or flanked, got 'x'");
    check_refused(R"({"id":"a","setup":"flanked","position":""})", "a", "setup",
                  "setup: a query has a position or a setup, not both");
    check_refused(R"({"id":"a","actions":["a1b2","a1b2"]})", "a", "actions",
                  "actions[1]: 'a1b2' is illegal: no black piece on a1");
    check_refused(R"({"id":"a","rules":"agon","actions":["a1a2","l11l10","a2a1","l10l11",)"
                  R"("a1a2","l11l10","a2a1","l10l11","a1b2"]})",
                  "a", "actions", "actions[8]: 'a1b2' is illegal: the game is over");
    check_refused(R"({"id":"a","actions":"a1b2"})", "a", "actions",
                  "actions: expected a list, got 'a1b2'");
    check_refused(R"({"id":"a","rules":{"pace":true}})", "a", "rules",
                  "rules.pace: expected a string, got true");
    check_refused(R"({"id":"a","rules":{"pase":"all-in-turn"}})", "a", "rules",
                  "rules: there is no such field 'pase'; did you mean 'pace'?");
    check_refused(R"({"id":"a","rules":{"preset":"x]\n[y:classic"}})", "a", "rules",
                  refused(R"({"id":"a","rules":"x]\n[y:classic"})")["error"]
                      .get_ref<const std::string&>()
                      .c_str());
    check_refused(R"({"id":"a","Nodes":5})", "a", "Nodes",
                  "Nodes: there is no such field; did you mean 'nodes'?");
    check_refused(R"({"id":"a","nodes":5,"nodes":6})", "a", "nodes", "nodes: it is given twice");
    check_refused(R"({"id":"a","rules":{"pace":"all-in-turn","pace":"all-in-turn"}})", "a", "rules",
                  "rules: it is given twice");
    check_refused(R"({"nodes":5})", "(none)", "id", "id: it is missing");
    check_refused("{}", "(none)", "id", "id: it is missing");
    check_refused(R"({"id":7})", "(none)", "id", "id: expected a string, got 7");
    check_refused(R"({"id":"a","action":"stop"})", "a", "action",
                  "action: expected terminate, terminate_all, query_version or clear_cache, got "
                  "'stop'");
    check_refused(R"({"id":"a","action":"terminate"})", "a", "terminateId",
                  "terminateId: it is missing");
    check_refused(R"({"id":"a","action":"clear_cache","nodes":1})", "a", "nodes",
                  "nodes: there is no such field");
    check_refused("[]", "(none)", "(none)", "expected an object, got a list");
    check_refused("{\"id\":\"a\"", "(none)", "(none)", "this is not JSON at byte 10");
}

TEST_CASE("analyse: hostile JSON costs no more than its bytes, and the next query is answered") {
    constexpr std::size_t MUCH = 10'000'000;
    const std::string begin = R"({"id":"a","actions":)";
    const auto repeat = [](std::string_view text, std::size_t bytes) {
        std::string all;
        while (all.size() < bytes) all += text;
        return all;
    };
    const std::string deep = std::string(MUCH / 2, '[') + std::string(MUCH / 2, ']');
    CHECK(refused(begin + deep + "}")["error"] == "actions[0]: expected a string, got a list");
    CHECK(refused(begin + "[" + repeat("{},", MUCH) + "{}]}")["error"] ==
          "actions[0]: expected a string, got an object");
    CHECK(refused(begin + "[" + repeat("\"a1b2\",", MUCH) + "\"\"]}")["field"] == "actions");
    CHECK(refused(begin + '"' + std::string(MUCH, 'x') + "\"}")["id"] == "a");
    CHECK(refused(std::string(MUCH, '['))["error"] == "this is not JSON at byte 10000001");
    std::string many = R"({"id":"a")";
    for (int i = 0; many.size() < MUCH; ++i) many += ",\"x" + std::to_string(i) + "\":0";
    CHECK(refused(many + "}")["id"] == "a");
    CHECK(refused(R"({"id":")" + std::string(MUCH, 'x') + "\"}")["error"] ==
          "id: it has more than 1000 bytes in UTF-8");
    CHECK(refused(R"({"id":"a",")" + std::string(MUCH, 'x') + "\":0}")["id"] == "a");
    CHECK(refused(std::string("{\"id\":\"a\"}\0{", 12))["error"] == "this is not JSON at byte 11");
    CHECK(refused("{\"id\":\"\xff\"}")["error"] == "this is not JSON at byte 8");
    CHECK(refused(R"({"id":"\ud800"})")["error"] == "this is not JSON at byte 14");
    CHECK(refused(R"({"id":"a","nodes":1e999})")["error"] == "a number is out of range at byte 23");
    // An id may be any text; the answer is ASCII.
    Asked asked;
    CHECK(asked.say(R"({"id":"\u0000\n\u00e9","nodes":1})").at(0)["id"] ==
          std::string("\0\n\xc3\xa9", 4));
    CHECK(asked.say(R"({"id":"","nodes":1})").at(0)["id"] == "");
}

TEST_CASE("analyse: by priority, then in the order of the queries") {
    Asked asked;
    CHECK(ids(asked.say(R"({"id":"a","nodes":1})", R"({"id":"b","nodes":2,"priority":5})",
                        R"({"id":"c","nodes":3,"priority":-1})",
                        R"({"id":"d","nodes":4,"priority":5})", R"({"id":"e","nodes":5})")) ==
          std::vector<std::string>{"b", "d", "a", "e", "c"});
    const auto answers =
        asked.say(R"({"id":"g","actions":["a1b2","l11k10"],"plies":[0,1,2],"priorities":[1,-1,3]})",
                  R"({"id":"h","nodes":7})");
    std::vector<int> plies;
    for (const Json& answer : answers)
        plies.push_back(answer["id"] == "h" ? -1 : answer["ply"].get<int>());
    CHECK(plies == std::vector{2, 0, -1, 1});
}

TEST_CASE("analyse: terminate answers what waits without results, once") {
    Asked asked;
    for (const char* const id : {"a", "b"})
        asked.session.take(Json{{"id", id}, {"actions", {"a1b2"}}, {"plies", {0, 1}}}.dump());
    asked.session.take(R"({"id":"t","action":"terminate","terminateId":"a","plies":[1]})");
    auto answers = asked.take_answers();
    REQUIRE(answers.size() == 2);
    CHECK(answers[0] ==
          Json{{"id", "a"}, {"isDuringSearch", false}, {"ply", 1}, {"noResults", true}});
    CHECK(answers[1] ==
          Json{{"id", "t"}, {"action", "terminate"}, {"terminateId", "a"}, {"plies", {1}}});
    asked.session.take(R"({"id":"all","action":"terminate_all"})");
    answers = asked.take_answers();
    CHECK(ids(answers) == std::vector<std::string>{"a", "b", "b", "all"});
    CHECK_FALSE(asked.session.work(asked.engine));
    CHECK(asked.say(R"({"id":"t","action":"terminate","terminateId":"a"})").size() == 1);
}

TEST_CASE("analyse: terminate ends a search that runs, which answers with what it has") {
    Asked asked;
    asked.session.take(R"({"id":"long","movetime":1000000000})");
    bool sent = false;
    asked.session.work(asked.engine, [&](search::Control&) {
        if (sent) return;
        sent = true;
        asked.session.take(R"({"id":"t","action":"terminate","terminateId":"long"})");
    });
    auto answers = asked.take_answers();
    CHECK(ids(answers) == std::vector<std::string>{"t", "long"});
    CHECK(answers[1]["lines"].size() == 1);
    // What was cut short is not remembered.
    asked.session.take(R"({"id":"again","movetime":1000000000})");
    CHECK(asked.take_answers().empty());
}

TEST_CASE("analyse: reports during a search, and then one that is final") {
    Asked asked;
    asked.session.take(R"({"id":"r","movetime":1000000000,"reportDuringSearchEvery":0.01})");
    std::size_t seen = 0;
    std::vector<Json> reports;
    asked.session.work(asked.engine, [&](search::Control& control) {
        for (const Json& report : asked.take_answers()) reports.push_back(report), ++seen;
        if (seen >= 2) control.stop();
    });
    REQUIRE(reports.size() >= 2);
    for (const Json& report : reports) {
        CHECK(report["isDuringSearch"] == true);
        CHECK(report["lines"].size() == 1);
    }
    const auto answers = asked.take_answers();
    CHECK(answers.back()["isDuringSearch"] == false);
    CHECK(std::ranges::count(answers, Json(false),
                             [](const Json& a) { return a["isDuringSearch"]; }) == 1);
}

TEST_CASE("analyse: an answer depends only on its question, and is remembered") {
    const std::string question = R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3000,"lines":2})";
    Asked fresh, used;
    const auto first = fresh.say(question);
    for (const char* const other : {R"({"id":"o","nodes":5000})", R"({"id":"p","rules":"ham"})"})
        (void)used.say(other);
    CHECK(used.say(question) == first);
    // Remembered: answered before anything is searched, whatever its id.
    used.session.take(
        R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3000,"lines":2,"priority":-5})");
    CHECK(used.take_answers() == first);
    // Every part of the question matters.
    for (const char* const other :
         {R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3001,"lines":2})",
          R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3000,"lines":1})",
          R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3000,"lines":2,"includeLegal":true})",
          R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3000,"depth":9,"lines":2})",
          R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3000,"movetime":90000,"lines":2})",
          R"({"id":"q","actions":["a1b2","l11k10"],"nodes":3000,"lines":2,"rules":"ham"})",
          R"({"id":"q","actions":["a1b2"],"nodes":3000,"lines":2})",
          R"({"id":"q","setup":"flanked","nodes":3000,"lines":2})"}) {
        CAPTURE(other);
        used.session.take(other);
        CHECK(used.take_answers().empty());
    }
    CHECK(used.say(R"({"id":"c","action":"clear_cache"})").at(0) ==
          Json{{"id", "c"}, {"action", "clear_cache"}});
    used.session.take(question);
    CHECK(used.take_answers().empty());
    CHECK(used.say() == first);
}

TEST_CASE("analyse: the cache forgets what was not asked for the longest") {
    AnswerCache cache(12);
    cache.add("a", "111");
    cache.add("b", "222");
    cache.add("c", "333");
    CHECK(cache.find("a") != nullptr);
    cache.add("d", "444");
    CHECK(cache.find("b") == nullptr);
    REQUIRE(cache.find("a") != nullptr);
    CHECK(*cache.find("a") == "111");
    cache.add("e", std::string(50, 'x')); // more than fits at all
    CHECK(cache.find("e") == nullptr);
    CHECK(cache.find("d") != nullptr);
    cache.clear();
    CHECK(cache.find("d") == nullptr);
}

TEST_CASE("analyse: a pool answers everything once, while lines still come") {
    Presets presets;
    support::LineSink sink;
    const search::SteadyClock clock;
    search::Limits limits;
    limits.nodes = 200;
    AnalysisSession session(presets, limits, sink);
    std::map<std::pair<std::string, int>, int> expected;
    {
        const SearchPool pool(session, clock, {.searches = 3, .threads = 2, .hash_mb = 1});
        for (int i = 0; i < 60; ++i) {
            const std::string id = std::to_string(i);
            session.take(Json{
                {"id", id},
                {"actions", {"a1b2", "l11k10"}},
                {"plies", {0, 1, 2}},
                {"nodes", 100 + i},
                {"priority", i % 3},
                {"lines",
                 1 + i % 2}}.dump());
            for (int ply = 0; ply < 3; ++ply) ++expected[{id, ply}];
            if (i % 10 == 9) {
                session.take(
                    Json{{"id", "t" + id}, {"action", "terminate"}, {"terminateId", id}}.dump());
                ++expected[{"t" + id, -1}];
            }
        }
    }
    for (const std::string& line : sink.take_all()) {
        const Json answer = Json::parse(line);
        --expected[{answer["id"].get<std::string>(), answer.value("ply", -1)}];
    }
    for (const auto& [key, open] : expected) {
        const std::string id = key.first;
        CAPTURE(id);
        CHECK(open == 0);
    }
}

TEST_CASE("analyse: the program finishes what is queued at the end of its input") {
    const std::string queries = R"({"id":"a","nodes":3000}
{"id":"b","actions":["a1b2"],"plies":[0,1]}

not JSON
{"id":"c","rules":"ham","depth":2}
)";
    const auto finished = support::run_agon({"analyse", "--nodes", "500"}, queries);
    CHECK(finished.status == 0);
    CHECK(finished.err.empty());
    CHECK(finished.lines().size() == 5);
    CHECK(support::run_agon({"analyse", "--nodes", "500"}, queries).lines().size() == 5);
    const auto ended = support::run_agon({"analyse", "--quit-without-waiting"},
                                         R"({"id":"a","movetime":1000000000})"
                                         "\n");
    CHECK(ended.status == 0);
    CHECK(ended.lines().size() == 1);
    CHECK(support::run_agon({"analyse", "--searches", "0"}).status == 2);
    const auto memory = support::run_agon({"analyse", "--searches", "256", "--hash", "1048576"});
    CHECK(memory.status == 1);
    CHECK(memory.err == "agon: no memory for the hash tables of 256 searches, 268435456 MB\n");
}
