// The games of a page and their windows: a refused request changes nothing; limits.
#include "engine/notation/notation.hpp"
#include "engine/notation/variations.hpp"
#include "search/score/win_curve.hpp"
#include "tests/support/game_view.hpp"
#include "tests/support/lobby_window.hpp"
#include "tests/support/page_host.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace agon;
using namespace agon::page;

namespace {

struct Window : support::LobbyWindow {
    using LobbyWindow::LobbyWindow;

    /// The name of a game that is begun.
    std::string begin(const std::string& moves = "") {
        REQUIRE(ask({{"do", "new"}, {"moves", moves}}) == "");
        return name();
    }
    [[nodiscard]] std::string name() const { return game().at("game").get<std::string>(); }
    /// The actions of an analysis, as a link has them.
    [[nodiscard]] std::string moves() const { return support::tree_text(game().at("tree")); }
};

} // namespace

TEST_CASE("the moves of an analysis are actions and parentheses, whatever a link says") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window other(lobby), window(lobby);
    const std::string kept = other.begin("a1b2");
    for (int again = 0; again < 3; ++again)
        for (const char* moves :
             {"{a};", ";", "{", "}", "; a1b2", "a1b2 ;", "[FEN \"x\"]", "[", "1. a1b2", "* a1b2",
              "$1", "[FEN \"1g1G1q/G6/7G/9/g8g/11/G8G/3G5/g7/6g/Q1g3 w - - 0 1\"] a1b2 ( d4d5 )"}) {
            CAPTURE(moves);
            CHECK(window.ask({{"do", "new"}, {"analysis", true}, {"moves", moves}}) != "");
            CHECK(window.ask({{"do", "new"}, {"moves", moves}}) != "");
        }
    REQUIRE(window.ask({{"do", "new"}, {"analysis", true}, {"moves", "a1b2 ( a1b1 ) l11k10"}}) ==
            "");
    CHECK(window.moves() == "a1b2 ( a1b1 ) l11k10");
    CHECK(lobby.pgn(kept));
}

TEST_CASE("a request that is refused drops no game") {
    support::PageHost host;
    Lobby lobby(host, support::games(3));
    Window first(lobby), second(lobby), third(lobby);
    const std::string unwatched = third.begin("a1b2");
    (void)third.begin("a1b1");
    (void)first.begin();
    REQUIRE(third.ask({{"do", "watch"}, {"game", first.name()}}) == "");
    const Json fine = "1. a1b2 *";
    for (const Json& request : {
             Json{{"do", "new"}, {"moves", "zz"}},
             Json{{"do", "new"}, {"black", "nobody"}},
             Json{{"do", "new"}, {"position", "zz"}},
             Json{{"do", "new"}, {"variant", "zz"}},
             Json{{"do", "new"}, {"analysis", true}, {"moves", "zz"}},
             Json{{"do", "task"}, {"accept", {"zz"}}},
             Json{{"do", "task"}, {"accept", {"a1b2"}}, {"analysis", true}},
             Json{{"do", "learn"}, {"lesson", 999}},
             Json{{"do", "open"}, {"pgn", "1. zz *"}},
             // The second game of the file is at fault; the first is not begun either.
             Json{{"do", "open"},
                  {"pgn",
                   "1. a1b2 *\n\n[Event \"2\"]\n\n1. a1b2 l11k10 2. 0000 {turn forfeited: x} *\n"}},
             Json{{"do", "open"}, {"pgn", "1. a1b2 *\n\n1. a1b1 *\n\n1. k5k6 *\n\n1. a1b2 *\n"}},
         }) {
        CAPTURE(request.dump());
        CHECK(second.ask(request) != "");
        CHECK(lobby.pgn(unwatched));
    }
    host.fail_next_game(std::make_exception_ptr(std::runtime_error("no engine")));
    CHECK(second.ask({{"do", "new"}}) == "no engine");
    CHECK(lobby.pgn(unwatched));
    CHECK(second.begin() != "");
    CHECK(!lobby.pgn(unwatched)); // now it gives way
}

TEST_CASE("the game that nobody has watched for longest gives way") {
    support::PageHost host;
    Lobby lobby(host, support::games(3));
    Window window(lobby);
    const std::string a = window.begin("a1b2"), b = window.begin("a1b1"), c = window.begin("k5k6");
    const std::string d = window.begin(); // leaves c for it: c is not the oldest
    CHECK(!lobby.pgn(a));
    CHECK((lobby.pgn(b) && lobby.pgn(c) && lobby.pgn(d)));
    REQUIRE(window.ask({{"do", "watch"}, {"game", b}}) == "");
    const std::string e = window.begin();
    CHECK(!lobby.pgn(c));
    CHECK((lobby.pgn(b) && lobby.pgn(d) && lobby.pgn(e)));
}

TEST_CASE("several games of a file give way to none of their own") {
    support::PageHost host;
    Lobby lobby(host, support::games(3));
    Window window(lobby), other(lobby);
    const std::string watched = other.begin();
    (void)window.begin("a1b2");
    const Json open{{"do", "open"}, {"pgn", "1. a1b2 *\n\n1. a1b1 l11k10 *\n"}};
    for (int again = 0; again < 3; ++again) {
        REQUIRE(window.ask(open) == "");
        CHECK(lobby.pgn(window.name()));
        CHECK(lobby.pgn(watched));
    }
    CHECK(window.ask(
              {{"do", "open"}, {"pgn", "1. a1b2 *\n\n1. a1b1 *\n\n1. k5k6 *\n\n1. a1b2 *\n"}}) ==
          "the file has 4 games; 3 can be opened at once");
}

TEST_CASE("a game of any length can be analysed, and what is deleted does not count") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window window(lobby);
    const std::string moves = support::shuffle(MAX_GAME_ACTIONS);
    REQUIRE(window.ask({{"do", "new"}, {"analysis", true}, {"moves", moves}}) == "");
    CHECK(window.moves() + ' ' == moves);
    const auto show = [&window](std::size_t node) {
        return window.ask({{"do", "node"}, {"node", node}, {"what", "show"}});
    };
    REQUIRE(show(MAX_GAME_ACTIONS) == "");
    CHECK(window.game().at("ply") == MAX_GAME_ACTIONS);
    REQUIRE(window.ask({{"do", "play"}, {"action", "k5k6"}, {"ply", MAX_GAME_ACTIONS}}) == "");

    REQUIRE(window.ask({{"do", "new"},
                        {"analysis", true},
                        {"moves", support::shuffle(Variations::MAX_ACTIONS)}}) == "");
    const Json aside{{"do", "play"}, {"action", "k5k6"}, {"ply", 0}};
    REQUIRE(show(0) == "");
    CHECK(window.ask(aside) == "an analysis has at most 5500 actions");
    REQUIRE(window.ask({{"do", "node"}, {"node", Variations::MAX_ACTIONS}, {"what", "delete"}}) ==
            "");
    REQUIRE(show(0) == "");
    CHECK(window.ask(aside) == "");
    CHECK(window.ask({{"do", "node"}, {"node", Variations::MAX_ACTIONS}, {"what", "show"}}) ==
          "that action is no longer in the analysis");
}

TEST_CASE("people have the names of an opened file, wherever it is shown and in what is saved") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window window(lobby);
    const std::string tags = "[White \"J\u00fcrgen\"]\n[Black \"</script>\"]\n\n";
    for (const char* moves : {"1. a1b2 l11k10 *\n", "1. a1b2 ( 1. a1b1 ) l11k10 *\n"}) {
        REQUIRE(window.ask({{"do", "open"}, {"pgn", tags + moves}}) == "");
        CHECK(window.game().at("players")[0].at("name") == "J\u00fcrgen");
        CHECK(window.game().at("players")[0].at("kind") == "person");
        CHECK(window.game().at("players")[1].at("name") == "</script>");
        const std::string pgn = *lobby.pgn(window.name());
        CHECK(pgn.find("[White \"J\u00fcrgen\"]") != std::string::npos);
        CHECK(pgn.find("[Black \"</script>\"]") != std::string::npos);
        REQUIRE(window.ask({{"do", "page"}}) == "");
        const std::string page = window.other.at("text").get<std::string>();
        CHECK(page.find("<title>J\u00fcrgen - &lt;/script&gt;, Agon</title>") != std::string::npos);
    }
    for (const char* nobody : {"", "[White \"?\"]\n[Black \"person-2\"]\n\n"}) {
        REQUIRE(window.ask({{"do", "open"}, {"pgn", std::string(nobody) + "1. a1b2 *"}}) == "");
        CHECK(window.game().at("players")[0].at("name") == "");
        CHECK(window.game().at("players")[1].at("name") == "");
    }
}

TEST_CASE("names that were equal are equal again, also those of engines of one level") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window window(lobby);
    const auto name = [&](std::size_t seat) {
        return window.game().at("players")[seat].at("name");
    };
    for (const char* const both : {"Ada", "engine-level-3"}) {
        const std::string numbered =
            fmt::format("[White \"{0}-1\"]\n[Black \"{0}-2\"]\n\n1. a1b2 *", both);
        REQUIRE(window.ask({{"do", "open"}, {"pgn", numbered}}) == "");
        CHECK(name(0) == both);
        CHECK(name(1) == both);
        CHECK(lobby.pgn(window.name())->find(fmt::format("[Black \"{}-2\"]", both)) !=
              std::string::npos);
    }
    REQUIRE(window.ask(
                {{"do", "open"}, {"pgn", "[White \"A-1\"]\n[Black \"B-2\"]\n\n1. a1b2 *"}}) == "");
    CHECK(name(0) == "A-1");
    CHECK(name(1) == "B-2");
}

TEST_CASE("an engine without levels gets none, whatever a link says") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window window(lobby);
    CHECK(window.greeting.at("levels") == Json{support::PageHost::ENGINE});
    REQUIRE(window.ask({{"do", "new"},
                        {"white", support::PageHost::ENGINE},
                        {"black", support::PageHost::PLAIN},
                        {"levels", {3, 3}}}) == "");
    CHECK(window.game().at("players")[0].at("level") == 3);
    CHECK(window.game().at("players")[1].at("level") == 0);
}

TEST_CASE("people have the names of a link, in one line and not too long") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window window(lobby);
    const auto names = [&](const Json& pair) {
        return window.ask({{"do", "new"}, {"names", pair}, {"black", "engine"}});
    };
    REQUIRE(names({"An\nn\"a", "Bob"}) == "");
    CHECK(window.game().at("players")[0].at("name") == "An n\"a");
    CHECK(window.game().at("players")[1].at("name") == "engine");
    REQUIRE(names({std::string(99, 'x') + "\u00fc", ""}) == ""); // no half of a character
    CHECK(window.game().at("players")[0].at("name") == std::string(99, 'x'));
    CHECK(names({"a"}) == "names: expected one for white and one for black");
    CHECK(names("ab") == "names: expected one for white and one for black");
    CHECK(names({1, 2}) == "names: expected a string");
    CHECK(names({std::string(301, 'x'), ""}) == "names: too long");
}

TEST_CASE("rules files are limited, and of several with one name the last counts") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window window(lobby);
    const auto add = [&window](const std::string& text) {
        return window.ask({{"do", "rules"}, {"file", "own"}, {"text", text}});
    };
    CHECK(add(std::string(AddRules::MAX_BYTES + 1, '\n')) == "text: too long");
    for (const char* setup : {"flanked", "placement", "standard"}) {
        REQUIRE(add("[own:classic]\nsetup = " + std::string(setup)) == "");
        REQUIRE(window.ask({{"do", "new"}, {"variant", "own"}}) == "");
        CHECK(window.game().at("position") ==
              to_text(setup_position(RuleSet{}, *find_setup(setup))));
    }
    const auto listed = [&window] {
        std::vector<Json> own;
        for (const Json& variant : window.greeting.at("variants"))
            if (variant.at("name") == "own") own.push_back(variant.at("setup"));
        return own;
    };
    CHECK(listed() == std::vector<Json>{"standard"}); // once, as it counts
    REQUIRE(add("[own:classic]\nsetup = flanked") == "");
    CHECK(listed() == std::vector<Json>{"flanked"});
    REQUIRE(add("[first:classic]") == "");
    for (int again = 0; again < 20; ++again) REQUIRE(add("[own:classic]\nsetup = flanked") == "");
    CHECK(window.ask({{"do", "new"}, {"variant", "first"}}) == ""); // a file again takes no place
}

TEST_CASE("the bar shows the points that white may expect, by the curve of the search") {
    support::PageHost host;
    Lobby lobby(host, support::games(8));
    Window window(lobby);
    window.begin();
    REQUIRE(window.ask({{"do", "hint"}}) == "");
    host.engines_say("is ready");
    host.engines_say("info depth 3 score cp 200 pv a1b2");
    host.engines_say("bestmove a1b2");
    const Json& said = window.game().at("evaluation");
    REQUIRE(said.at("score") == "+2.00");
    CHECK(said.at("judge") == "adviser");
    CHECK(said.at("share") == doctest::Approx(win_draw_loss(200).expected()).epsilon(0.001));
    CHECK(window.game().at("hint").at("action") == "a1b2");
    CHECK(window.game().at("hint").at("key") == "queen");
}
