// What a page is told of a game: enough to draw every position without rules, and little each time.
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/refusal.hpp"
#include "tests/support/lobby_window.hpp"
#include "tests/support/marked_board.hpp"
#include "tests/support/page_host.hpp"
#include "tests/support/sealed.hpp"

#include <doctest/doctest.h>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace agon;
using namespace agon::page;

namespace {

constexpr std::size_t MAX_BYTES = 2048; ///< of a message after an action

/// A window that can miss messages about its game, as a slow one does.
struct GameWindow : support::LobbyWindow {
    using LobbyWindow::LobbyWindow;

    void send(std::string_view topic, std::string text) override {
        if (topic != "game") return LobbyWindow::send(topic, std::move(text));
        if (misses) return;
        ++messages;
        last = Json::parse(text);
        bytes = text.size();
        missed = !view.take(last);
    }
    /// Everything, as a window that begins to show the game gets it.
    [[nodiscard]] Json whole() const {
        GameWindow fresh(lobby);
        fresh.ask({{"do", "watch"}, {"game", game().at("game")}});
        return fresh.game();
    }

    std::size_t messages = 0; ///< about the game
    bool misses = false, missed = false;
};

} // namespace

TEST_CASE("random games of all rules: small messages, from which every position follows") {
    std::mt19937 random(55);
    const Presets presets;
    for (const Preset& preset : presets.all())
        for (const char* setup : {"standard", "flanked", "placement"}) {
            CAPTURE(preset.name);
            CAPTURE(setup);
            support::PageHost host;
            Lobby lobby(host, support::games(4));
            GameWindow window(lobby);
            window.ask({{"do", "new"}, {"variant", preset.name}, {"setup", setup}});
            REQUIRE(window.refusal.is_null());
            support::MarkedBoard board(window.game().at("first").get<std::string>());
            for (std::size_t ply = 0; ply < 120; ++ply) {
                const Json legal = window.game().at("legal");
                if (legal.empty()) break;
                window.messages = 0;
                window.ask(
                    {{"do", "play"}, {"action", legal[random() % legal.size()]}, {"ply", ply}});
                REQUIRE(window.refusal.is_null());
                CHECK(window.messages == 1);
                CHECK(window.bytes <= MAX_BYTES);
                REQUIRE(window.game().at("actions").size() == ply + 1);
                const std::string action = window.game().at("actions")[ply][0].get<std::string>();
                CAPTURE(action);
                board.act(action);
                REQUIRE(board.is(window.game().at("position").get<std::string>()));
            }
            CHECK((window.game().at("result") == "") == window.game().at("ending").is_null());
            CHECK(window.game() == window.whole());
        }
}

TEST_CASE("a message that is missed is noticed, and refreshed") {
    support::PageHost host;
    Lobby lobby(host, support::games(4));
    GameWindow player(lobby), slow(lobby);
    player.ask({{"do", "new"}});
    slow.ask({{"do", "watch"}, {"game", player.game().at("game")}});
    std::mt19937 random(5);
    for (std::size_t ply = 0; ply < 60; ++ply) {
        slow.misses = random() % 2 == 0;
        const Json& legal = player.game().at("legal");
        if (legal.empty()) break;
        player.ask({{"do", "play"}, {"action", legal[random() % legal.size()]}, {"ply", ply}});
        if (random() % 4 == 0) {
            player.ask({{"do", "undo"}});
            player.ask({{"do", "redo"}});
        }
        if (slow.misses) continue;
        if (slow.missed) slow.ask({{"do", "refresh"}});
        CHECK(!slow.missed);
        CHECK(slow.game() == player.game());
    }
    player.ask({{"do", "hurry"}}); // changes nothing
    const std::size_t messages = player.messages;
    player.ask({{"do", "hurry"}});
    CHECK(player.messages == messages);
}

TEST_CASE("a message has only what has changed") {
    support::PageHost host;
    Lobby lobby(host, support::games(4));
    GameWindow window(lobby);
    window.ask({{"do", "new"}, {"moves", "a1b2 l11k10"}});
    CHECK(!window.last.contains("base"));
    window.ask({{"do", "play"}, {"action", "b2c3"}, {"ply", 2}});
    CHECK(window.last.at("actions").at("from") == 2);
    CHECK(window.last.at("actions").at("list")[0][0] == "b2c3");
    for (const char* same :
         {"variant", "setup", "first", "players", "owed", "result", "ending", "task"})
        CHECK(!window.last.contains(same));
    window.ask({{"do", "undo"}});
    CHECK(window.last.at("actions") == Json{{"from", 2}, {"list", Json::array()}});
}

TEST_CASE("a window that plays one side resigns for it, whoever is to choose") {
    support::PageHost host;
    Lobby lobby(host, support::games(4));
    GameWindow window(lobby);
    window.ask({{"do", "new"}, {"moves", "a1b2"}});
    for (const auto& [side, winner] : {std::pair("w", "b"), std::pair("b", "w")}) {
        window.ask({{"do", "resign"}, {"side", side}});
        CHECK(window.game().at("ending").at("winner") == winner);
        window.ask({{"do", "undo"}});
    }
    for (const Json& side : {Json("white"), Json(""), Json(0), Json(nullptr), Json::array({"w"})}) {
        window.ask({{"do", "resign"}, {"side", side}});
        CHECK(window.refusal.at("text").get<std::string>().starts_with("side: expected "));
        CHECK(window.game().at("ending").is_null());
    }
    window.ask({{"do", "new"}, {"black", "engine"}});
    window.ask({{"do", "resign"}, {"side", "b"}});
    CHECK(window.refusal.at("text") == "no person plays black");
}

TEST_CASE("a refusal says by a key why") {
    support::PageHost host;
    Lobby lobby(host, support::games(4));
    GameWindow window(lobby);
    const auto key = [&](const Json& request) {
        window.ask(request);
        return window.refusal.is_null() ? "" : window.refusal.at("key").get<std::string>();
    };
    const auto why = [&](const char* action, std::size_t ply = 0) {
        return key({{"do", "play"}, {"action", action}, {"ply", ply}});
    };
    CHECK(key({{"do", "undo"}}) == "none");
    CHECK(key({{"do", "watch"}, {"game", "nothing"}}) == "gone");
    CHECK(window.refusal.at("gone") == true);
    CHECK(key({{"do", "new"}, {"variant", "chess"}}) == "new");
    CHECK(key({{"do", "open"}, {"pgn", "1. zz *"}}) == "open");
    CHECK(key({{"do", "rules"}, {"text", "zz"}}) == "rules");
    window.ask({{"do", "new"}});
    CHECK(why("a1f6") == "far");
    CHECK(why("l11k10") == "turn");
    CHECK(window.refusal.at("cells") == Json{"l11"});
    CHECK(why("zz") == "");
    CHECK(why("a1b2", 1) == "meanwhile");
    CHECK(key({{"do", "undo"}}) == "undo");
    CHECK(key({{"do", "redo"}}) == "redo");
    CHECK(key({{"do", "review"}}) == "empty");
    CHECK(key({{"do", "stop review"}}) == "review");
    window.ask({{"do", "resign"}});
    CHECK(window.game().at("ending").at("key") == "resigned");
    CHECK(window.game().at("ending").at("winner") == "b");
    CHECK(why("a1b2") == "over");
    CHECK(key({{"do", "hint"}}) == "over");
    window.ask({{"do", "new"}, {"white", "engine"}});
    CHECK(why("a1b2") == "turn");
    window.ask({{"do", "new"}, {"analysis", true}, {"moves", "a1b2"}});
    CHECK(why("l11k10", 0) == "turn");
    CHECK(key({{"do", "hint"}}) == "board");
}

TEST_CASE("a review says for each position who cannot lose") {
    support::PageHost host;
    Lobby lobby(host, support::games(4));
    GameWindow window(lobby);
    const auto rules = naive::preset("classic");
    window.ask({{"do", "new"}, {"position", support::SEALED}});
    window.ask({{"do", "play"}, {"action", window.game().at("legal")[0]}, {"ply", 0}});
    const std::string after = window.game().at("position");
    window.ask({{"do", "review"}});
    REQUIRE(window.other.at("topic") == "review");
    const Json& safe = window.other.at("safe");
    REQUIRE(safe.size() == 2);
    for (std::size_t ply = 0; ply < 2; ++ply) {
        REQUIRE(safe[ply].size() == 1);
        CHECK(safe[ply][0][0] == "b");
        CHECK(
            support::seal_steps(rules, ply == 0 ? support::SEALED : after, 'b')
                .contains(safe[ply][0][1].get<std::string>() + safe[ply][0][2].get<std::string>()));
    }
}

TEST_CASE("the lobby says what there is to choose") {
    support::PageHost host;
    Lobby lobby(host, support::games(4));
    GameWindow window(lobby);
    const Json& lobby_json = window.greeting;
    CHECK(lobby_json.at("version") == MESSAGES_VERSION);
    CHECK(lobby_json.at("engines") == Json{support::PageHost::ENGINE, support::PageHost::PLAIN});
    CHECK(lobby_json.at("variants").size() == Presets().all().size());
    CHECK(lobby_json.at("variants")[0].at("rules").empty());
    for (const Json& variant : lobby_json.at("variants"))
        if (variant.at("name") == "german") {
            CHECK(variant.at("rules").at("pace") == "all-in-turn");
            CHECK(variant.at("rules").at("queen_target") == "not-throne");
        }
    window.ask({{"do", "explain"}, {"variant", "german"}});
    CHECK(window.other.at("topic") == "rules");
    CHECK(window.other.at("sections")[0].at("key") == "aim");
}

TEST_CASE("a game that is no longer in memory is found again, and goes on with the same players") {
    support::PageHost host;
    std::string name, moves;
    Json before;
    {
        Lobby lobby(host, support::games(4));
        GameWindow window(lobby);
        window.ask({{"do", "new"}, {"variant", "german"}, {"black", "engine"}, {"levels", {0, 3}}});
        name = window.game().at("game").get<std::string>();
        window.ask({{"do", "play"}, {"action", "a1b2"}, {"ply", 0}});
        host.engines_say("is ready");
        host.engines_say("info depth 3 score cp 50 pv l11k10");
        host.engines_say("bestmove l11k10");
        REQUIRE(window.game().at("actions").size() == 2);
        before = window.game();
    }
    Lobby lobby(host, support::games(4));
    GameWindow window(lobby), friends(lobby);
    CHECK(lobby.pgn(name));
    window.ask({{"do", "watch"}, {"game", name}});
    REQUIRE(window.refusal.is_null());
    for (const char* same : {"game", "variant", "setup", "first", "players", "actions", "position",
                             "legal", "result", "ending"})
        CHECK(window.game().at(same) == before.at(same));
    CHECK(window.game().at("players")[1] ==
          Json{{"kind", "engine"}, {"name", "engine"}, {"level", 3}});
    friends.ask({{"do", "watch"}, {"game", name}}); // the same, not another one
    window.ask({{"do", "play"}, {"action", "b2c3"}, {"ply", 2}});
    CHECK(friends.game() == window.game());
    CHECK(host.files.at(name).find("b2c3") != std::string::npos);
    window.ask({{"do", "undo"}});
    window.ask({{"do", "undo"}});
    CHECK(window.game().at("actions").empty()); // also what was played before
    CHECK(!host.files.contains(name));
}

TEST_CASE("a game that gave way to others is found again, over as it was") {
    support::PageHost host;
    Lobby lobby(host, support::games(1));
    GameWindow window(lobby);
    window.ask({{"do", "new"}});
    window.ask({{"do", "play"}, {"action", "a1b2"}, {"ply", 0}});
    window.ask({{"do", "resign"}});
    const Json before = window.game();
    const std::string name = before.at("game").get<std::string>();
    window.ask({{"do", "new"}});
    CHECK(window.game().at("game") != name);
    window.ask({{"do", "watch"}, {"game", name}});
    CHECK(window.game().at("ending") == before.at("ending"));
    CHECK(window.game().at("result") == before.at("result"));
    window.ask({{"do", "undo"}});
    CHECK(window.game().at("ending").is_null());
}

TEST_CASE("what is kept and cannot be played on is gone, and drops no other game") {
    support::PageHost host;
    Lobby lobby(host, support::games(1));
    GameWindow window(lobby);
    window.ask({{"do", "new"}});
    const std::string shown = window.game().at("game").get<std::string>();
    host.files["faulty"] = "1. zz *";
    host.files["other"] = "[Variant \"chess\"]\n\n1. a1b2 *";
    host.files["empty"] = "";
    for (const char* name : {"faulty", "other", "empty", "nothing", "../secret", ""}) {
        CAPTURE(name);
        window.ask({{"do", "watch"}, {"game", name}});
        CHECK(window.refusal.at("key") == "gone");
        CHECK(window.refusal.at("gone") == true);
        CHECK(window.game().at("game") == shown);
        CHECK(lobby.pgn(shown));
    }
    host.files["stranger"] =
        "[WhiteType \"program\"]\n[WhiteEngine \"other\"]\n[WhiteLevel \"x\"]\n"
        "\n1. a1b2 *";
    window.ask({{"do", "watch"}, {"game", "stranger"}});
    CHECK(window.game().at("players")[0].at("kind") == "person"); // takes its place
}
