// A puzzle as a window of the page sees it: answers, solutions, and an engine that judges.
#include "protocol/puzzles/puzzles.hpp"
#include "tests/support/lobby_window.hpp"
#include "tests/support/page_host.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

using namespace agon;
using namespace agon::page;

namespace {

struct PuzzleWindow : support::LobbyWindow {
    using LobbyWindow::LobbyWindow;

    std::string play(const std::string& action) {
        return ask({{"do", "play"}, {"action", action}, {"ply", played}});
    }
    [[nodiscard]] std::string state() const { return game().at("task").at("state"); }
    [[nodiscard]] bool acts() const { return !game().at("legal").empty(); }

    std::size_t played = 0;
};

struct Fixture {
    Fixture() {
        const auto& all = all_puzzles();
        const auto found =
            std::ranges::find_if(all, [](const Puzzle& p) { return p.line.size() == 5; });
        number = static_cast<std::size_t>(found - all.begin());
        line = found->line;
        REQUIRE(window.ask({{"do", "puzzle"}, {"number", number}}) == "");
    }
    /// A legal action that is not the kept one.
    [[nodiscard]] std::string another(const std::string& kept) const {
        for (const auto& action : window.game().at("legal"))
            if (action != kept) return action.get<std::string>();
        return "";
    }
    void play_first() {
        REQUIRE(window.play(line[0]) == "");
        host.let_timers_run_out();
        window.played = 2;
    }

    support::PageHost host;
    Lobby lobby{host, {}};
    PuzzleWindow window{lobby};
    std::size_t number = 0;
    std::vector<std::string> line;
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "which puzzles there are: every number once, by rules and difficulty") {
    REQUIRE(window.ask({{"do", "puzzles"}}) == "");
    std::vector<std::size_t> numbers;
    for (const auto& of_rules : window.other.at("puzzles")) {
        CHECK(of_rules.size() == DIFFICULTIES.size());
        for (const auto& level : of_rules) {
            CHECK(std::ranges::is_sorted(level));
            for (const auto& each : level) numbers.push_back(each);
        }
    }
    std::ranges::sort(numbers);
    CHECK(numbers.size() == shipped_puzzle_count());
    CHECK(std::ranges::adjacent_find(numbers) == numbers.end());
    CHECK(numbers.back() + 1 == numbers.size());
    CHECK(window.ask({{"do", "puzzle"}, {"number", numbers.size()}}).find("puzzles") !=
          std::string::npos);
    CHECK(window.game().at("task").at("number") == number); // a refused one changes nothing
}

TEST_CASE_FIXTURE(Fixture, "the other side answers by itself, until the puzzle is solved") {
    const Json& task = window.game().at("task");
    CHECK(task.at("kind") == "puzzle");
    CHECK(task.at("within") == 3);
    CHECK(task.at("answer") == line[0]);
    CHECK(window.state() == "open");
    REQUIRE(window.play(line[0]) == "");
    CHECK(window.state() == "right");
    CHECK(!window.acts());
    CHECK(window.play(line[2]) != ""); // not before the answer
    host.let_timers_run_out();
    CHECK(window.acts());
    CHECK(window.game().at("task").at("answer") == line[2]);
    window.played = 2;
    REQUIRE(window.play(line[2]) == "");
    host.let_timers_run_out();
    window.played = 4;
    REQUIRE(window.play(line[4]) == "");
    CHECK(window.state() == "done");
    CHECK(!window.acts());
    REQUIRE(window.ask({{"do", "undo"}}) == ""); // back to the beginning
    CHECK(window.state() == "open");
    CHECK(window.game().at("task").at("answer") == line[0]);
}

TEST_CASE_FIXTURE(Fixture, "another first action is missed, and only undo is left") {
    REQUIRE(window.play(another(line[0])) == "");
    CHECK(window.state() == "missed");
    CHECK(!window.acts());
    for (const char* what : {"solve", "redo", "resign"}) CHECK(window.ask({{"do", what}}) != "");
    REQUIRE(window.ask({{"do", "undo"}}) == "");
    CHECK(window.state() == "open");
    CHECK(window.acts());
}

TEST_CASE_FIXTURE(Fixture, "the solution is played out, from wherever one is") {
    SUBCASE("from the beginning") {}
    SUBCASE("after an action") { play_first(); }
    SUBCASE("while the answer is due") { REQUIRE(window.play(line[0]) == ""); }
    REQUIRE(window.ask({{"do", "solve"}}) == "");
    CHECK(window.state() == "shown");
    CHECK(window.ask({{"do", "solve"}}) != "");
    for (std::size_t i = 0; i < line.size(); ++i) host.let_timers_run_out();
    CHECK(window.state() == "shown");
    CHECK(window.game().at("result") != "");
    CHECK(window.game().at("actions").size() > 0);
}

TEST_CASE_FIXTURE(Fixture, "an engine judges a later action that is not the kept one") {
    play_first();
    const std::string other = another(line[2]);
    REQUIRE(window.play(other) == "");
    CHECK(window.state() == "judging");
    CHECK(!window.acts());
    host.engines_say("ready");
    const auto search_says = [&](const std::string& score) {
        host.engines_say("info depth 9 score " + score + " nodes 5 pv " + line[1]);
    };
    // Whatever is legal for the other side will do as its answer.
    SUBCASE("it does not win") {
        search_says("cp 30");
        host.engines_say("bestmove 0000");
        CHECK(window.state() == "missed");
        REQUIRE(window.ask({{"do", "undo"}}) == "");
        CHECK(window.state() == "right");
        CHECK(window.game().at("task").at("answer") == line[2]);
        CHECK(window.acts());
    }
    SUBCASE("the engine ends") {
        host.engines_say("oops");
        CHECK(window.state() == "missed");
        CHECK(window.game().at("notice").get<std::string>().find("oops") != std::string::npos);
    }
    SUBCASE("it is taken back meanwhile") {
        REQUIRE(window.ask({{"do", "undo"}}) == "");
        CHECK(window.state() == "open");
        search_says("mate -1");
        host.engines_say("bestmove 0000");
        CHECK(window.state() == "open");
    }
}

TEST_CASE("a mistake is corrected by any action that keeps what there was to win") {
    support::PageHost host;
    Lobby lobby{host, {}};
    PuzzleWindow window{lobby};
    const auto begin = [&](const Json& more) {
        Json request{{"do", "task"}, {"accept", {"a1b2"}}};
        request.update(more);
        return window.ask(request);
    };
    const auto judged = [&](const char* score) {
        REQUIRE(window.play("k5k6") == "");
        CHECK(window.state() == "judging");
        CHECK(!window.acts());
        host.engines_say(""); // ready, the first time
        for (const std::string& line : {std::string("info depth 9 score ") + score + " pv l11k10",
                                        std::string("bestmove l11k10")})
            host.engines_say(line);
        return window.state();
    };
    // An even game: 0.5 points. 0.1 less is the least that a review calls an inaccuracy.
    REQUIRE(begin({{"chances", 0.55}}) == "");
    REQUIRE(window.play("a1b2") == "");
    CHECK(window.state() == "done"); // without an engine
    REQUIRE(begin({{"chances", 0.55}}) == "");
    CHECK(judged("cp 0") == "done");
    REQUIRE(begin({{"chances", 0.65}}) == "");
    CHECK(judged("cp 0") == "missed");
    REQUIRE(window.ask({{"do", "undo"}}) == "");
    CHECK(window.state() == "open");
    CHECK(judged("mate 3") == "missed"); // as Black sees it
    REQUIRE(begin({{"chances", 1}}) == "");
    CHECK(judged("mate -3") == "done"); // White wins, too
    REQUIRE(begin(Json::object()) == "");
    REQUIRE(window.play("k5k6") == "");
    CHECK(window.state() == "missed"); // it is not known how good is good enough
    for (const Json& wrong : {Json("x"), Json(2), Json(-0.1), Json(nullptr)})
        CHECK(begin({{"chances", wrong}}) == "chances: expected a number from 0 to 1");
}
