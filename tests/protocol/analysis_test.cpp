// The analysis board of a page: its tree, comments, setting up, and how little it sends.
#include "engine/notation/notation.hpp"
#include "protocol/web/room/analysis_tree.hpp"
#include "protocol/web/room/lobby.hpp"
#include "tests/support/lobby_window.hpp"
#include "tests/support/page_host.hpp"
#include "tests/support/sealed.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <string>
#include <string_view>

using namespace agon;
using namespace agon::page;

namespace {

/// A window with an analysis board.
struct Board : support::LobbyWindow {
    using LobbyWindow::LobbyWindow;

    void begin(std::string_view moves, std::string_view setup = "preset") {
        REQUIRE(ask({{"do", "new"}, {"analysis", true}, {"moves", moves}, {"setup", setup}}) == "");
    }
    std::string play(std::string_view action) {
        return ask({{"do", "play"}, {"action", action}, {"ply", game().at("ply")}});
    }
    std::string comment(std::size_t node, const std::string& text) {
        return ask({{"do", "node"}, {"node", node}, {"what", "comment"}, {"text", text}});
    }
    std::string edit(Json request) {
        request["do"] = "edit";
        return ask(request);
    }
    [[nodiscard]] const Json& draft() const { return game().at("analysis").at("draft"); }
    /// The game as a window is sent that has just come. It replaces what game() refers to.
    Json whole() {
        REQUIRE(ask({{"do", "refresh"}}) == "");
        REQUIRE_FALSE(last.contains("base"));
        return game();
    }
    [[nodiscard]] std::string fault() const {
        return draft().at("fault").is_null() ? "" : draft().at("fault").at("key");
    }
};

} // namespace

TEST_CASE(
    "analysis: the tree has numbers and actions with marks, and comments where there are any") {
    support::PageHost host;
    Lobby lobby(host, {});
    Board board(lobby);
    board.begin("a1b2 ( a1b1 l11k10 ) l11k10");
    const Json tree = {{1, "a1b2"}, "(", {2, "a1b1"}, {3, "l11k10"}, ")", {4, "l11k10"}};
    CHECK(board.game().at("tree") == tree);
    CHECK(board.game().at("node") == 0);
    REQUIRE(board.comment(3, "  what\nif? ") == "");
    CHECK(board.game().at("tree")[3] == Json{3, "l11k10", "what if?"});
    REQUIRE(board.comment(0, "</script>") == "");
    CHECK(board.game().at("tree")[0] == Json{0, "", "</script>"});
    REQUIRE(board.comment(3, "") == "");
    CHECK(board.game().at("tree")[4] == Json{3, "l11k10"});
    CHECK(board.comment(9, "x") == "that action is no longer in the analysis");
}

TEST_CASE("analysis: a comment has a limit, and so have all of them") {
    support::PageHost host;
    Lobby lobby(host, {});
    Board board(lobby);
    board.begin(support::shuffle(40));
    CHECK(board.comment(1, std::string(TreeNode::MAX_COMMENT + 1, 'x')) == "text: too long");
    const std::string text(1'000, 'x');
    std::size_t node = 1;
    for (; node <= AnalysisTree::MAX_COMMENTS / text.size(); ++node)
        REQUIRE(board.comment(node, text) == "");
    CHECK(board.comment(node, "x") == "the comments of an analysis have at most 20000 bytes");
    CHECK(board.comment(1, text) == ""); // in place of another
    CHECK(board.comment(1, "") == "");
    CHECK(board.comment(node, "x") == "");
}

TEST_CASE("analysis: a whole line is taken over, and its first action is shown") {
    support::PageHost host;
    Lobby lobby(host, {});
    Board board(lobby);
    board.begin("a1b2 l11k10");
    CHECK(board.play("k5k6 l7l8 a5b5") == "");
    CHECK(board.game().at("node") == 3);
    CHECK(board.game().at("ply") == 1);
    const Json tree = {{1, "a1b2"}, "(", {3, "k5k6"}, {4, "l7l8"}, {5, "a5b5"}, ")", {2, "l11k10"}};
    CHECK(board.game().at("tree") == tree);
    CHECK(board.play("l11k10 zz") != "");
    CHECK(board.game().at("tree") == tree); // nothing of a line that is refused
}

TEST_CASE("analysis: who cannot lose, as the naive referee says") {
    support::PageHost host;
    Lobby lobby(host, {});
    Board board(lobby);
    const auto rules = naive::preset("classic");
    REQUIRE(board.ask({{"do", "new"}, {"analysis", true}, {"position", support::SEALED}}) == "");
    // White plays anything. Black steps, and then leaves the seal.
    for (int ply = 0; ply < 9; ++ply) {
        const std::string position = board.game().at("position");
        CAPTURE(position);
        Json sealed = Json::array();
        for (const Json& safe : board.game().at("safe")) {
            REQUIRE(safe.size() == 3);
            sealed.push_back(safe[0]);
            const std::string step = safe[1].get<std::string>() + safe[2].get<std::string>();
            CHECK(support::seal_steps(rules, position, safe[0] == "w" ? 'w' : 'b').contains(step));
        }
        Json expected = Json::array();
        for (const char side : {'w', 'b'})
            if (!support::seal_steps(rules, position, side).empty())
                expected.push_back(std::string(1, side));
        CHECK(sealed == expected);
        CHECK((ply < 8) == (expected == Json{"b"}));
        const auto steps = support::seal_steps(rules, position, 'b');
        const Json& legal = board.game().at("legal");
        REQUIRE_FALSE(legal.empty());
        const std::string action = board.game().at("turn") == "w" ? legal[0].get<std::string>()
                                   : ply < 7                      ? *steps.begin()
                                             : "d4d5"; // a guard leaves the star
        REQUIRE(board.play(action) == "");
    }
    // A game that is played says nothing.
    REQUIRE(board.ask({{"do", "new"}, {"position", support::SEALED}}) == "");
    CHECK(board.game().at("safe").is_null());
}

TEST_CASE("analysis: what an engine has found does not send the tree again") {
    support::PageHost host;
    Lobby lobby(host, {});
    Board board(lobby);
    board.begin(support::shuffle(400));
    REQUIRE(board.ask({{"do", "analyse"}, {"on", true}, {"lines", 2}}) == "");
    host.engines_say("");
    host.engines_say("info depth 7 multipv 1 score cp 31 pv a1b2 l11k10");
    host.engines_say("info depth 7 multipv 2 score cp -20 pv a1b1");
    host.let_timers_run_out();
    CHECK(board.game().at("found").size() == 2);
    CHECK(board.game().at("found")[0][0] == "+0.31");
    CHECK(board.game().at("found")[1][3] == Json{"a1b1"});
    CHECK_FALSE(board.last.contains("tree"));
    CHECK(board.bytes < 1000);
}

TEST_CASE("analysis: what an action sends does not grow with the tree") {
    support::PageHost host;
    Lobby lobby(host, {});
    Board board(lobby);
    std::string tree; // 1,200 actions: 400 on the main line, with variations of two beside it
    for (int i = 0; i < 100; ++i)
        tree += "a1a2 ( a1b1 l11k11 ) l11l10 ( l11k10 a2b3 ) a2a1 ( a2b3 l10k9 ) "
                "l10l11 ( l10k9 a1b1 ) ";
    board.begin(tree);
    REQUIRE(std::ranges::count_if(board.game().at("tree"), &Json::is_array) == 1200);
    const Json begun = board.game().at("tree");
    CHECK(begun == board.whole().at("tree"));
    const auto main = [&](std::size_t ply) {
        std::size_t at = 0; // words of the main line are those outside parentheses
        int depth = 0;
        for (const Json& word : board.game().at("tree")) {
            depth += word == "(" ? 1 : word == ")" ? -1 : 0;
            if (word.is_array() && depth == 0 && at++ == ply) return word.at(0).get<std::size_t>();
        }
        FAIL("no such action");
        return at;
    };
    for (const std::size_t ply : {std::size_t(0), std::size_t(199), std::size_t(396)}) {
        REQUIRE(board.ask({{"do", "node"}, {"node", main(ply)}}) == "");
        CHECK(board.bytes <= 2048);
        Json node; // two more: one beside the line, one after it
        const bool black = ply % 2 == 0;
        for (const char* action : {black ? "l7k7" : "e1f1", black ? "e1f1" : "l7k7"}) {
            REQUIRE(board.play(action) == "");
            CHECK(board.last.at("changes").size() == 1);
            CHECK(board.bytes <= 2048);
            if (node.is_null()) node = board.game().at("node");
        }
        for (const char* what : {"promote", "comment", "delete"}) {
            REQUIRE(board.ask({{"do", "node"}, {"node", node}, {"what", what}, {"text", "x"}}) ==
                    "");
            CHECK(board.bytes <= 2048);
        }
    }
    const Json changed = board.game().at("tree"); // as changes have built it
    CHECK(changed == board.whole().at("tree"));
}

TEST_CASE("analysis: what has changed leads to the same as everything") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        support::PageHost host;
        Lobby lobby(host, {});
        Board board(lobby), beside(lobby);
        const char* const setup = seed % 2 == 0 ? "placement" : "preset";
        board.begin("", setup);
        REQUIRE(beside.ask({{"do", "watch"}, {"game", board.game().at("game")}}) == "");
        const auto pick = [&](const Json& list) { return list.at(random() % list.size()); };
        const auto some_node = [&] {
            Json nodes = {0};
            for (const Json& word : board.game().at("tree"))
                if (word.is_array()) nodes.push_back(word.at(0));
            return pick(nodes);
        };
        for (int edit = 0; edit < 300; ++edit) {
            const auto kind = random() % 12;
            const auto node = some_node();
            const auto change = [&](const char* what, const char* text = "") {
                board.ask({{"do", "node"}, {"node", node}, {"what", what}, {"text", text}});
            };
            if (kind < 6 && !board.game().at("legal").empty())
                board.play(pick(board.game().at("legal")).get<std::string>());
            else if (kind < 9)
                change("show");
            else if (kind == 9)
                change("promote");
            else if (kind == 10)
                change("comment", random() % 3 == 0 ? "" : "so");
            else if (random() % 3 == 0)
                change("delete");
            CHECK(beside.game() == board.game());
            if (edit % 20 != 0) continue;
            const Json known = board.game();
            CHECK(known == board.whole());
        }
        REQUIRE(board.edit({{"what", "begin"}}) == "");
        if (board.edit({{"what", "done"}}) == "") CHECK(board.game().at("tree").empty());
        CHECK(beside.game() == board.game());
        const Json seen = beside.game();
        CHECK(seen == beside.whole());
    }
}

TEST_CASE("analysis: many changes at once are sent as a whole") {
    const RuleSet rules;
    const Position first = setup_position(rules, rules.setup);
    AnalysisTree tree(rules, first, {});
    const std::size_t begun = tree.version();
    const std::size_t node = tree.add(0, parse_legal_move(rules, first, "a1b2"));
    CHECK(tree.changes_since(begun) == Json::array({Json{"add", 1, 0, "a1b2"}}));
    CHECK(tree.changes_since(begun + 1) == Json::array());
    CHECK(tree.changes_since(begun + 2).is_null());
    for (int i = 0; i < 100; ++i) tree.comment(node, std::to_string(i));
    CHECK(tree.changes_since(begun).is_null());
    CHECK(tree.changes_since(begun + 1).size() == 100);
    const AnalysisTree next(rules, first, {}, tree.version());
    CHECK(next.changes_since(tree.version()).is_null()); // another tree
    CHECK(next.changes_since(next.version()) == Json::array());
}

TEST_CASE("analysis: why a position that is set up is none, by key") {
    support::PageHost host;
    Lobby lobby(host, {});
    Board board(lobby);
    board.begin("a1b2");
    REQUIRE(board.edit({{"what", "begin"}}) == "");
    CHECK(board.fault().empty());
    REQUIRE(board.edit({{"what", "put"}, {"cell", "e1"}, {"piece", ""}}) == "");
    CHECK(board.fault() == "guards");
    CHECK(board.draft().at("fault").at("side") == "w");
    CHECK(board.draft().at("fault").at("count") == 5);
    CHECK(board.edit({{"what", "done"}}) != "");
    REQUIRE(board.edit({{"what", "reserve"}, {"piece", "G"}, {"count", 1}}) == "");
    CHECK(board.fault().empty());
    REQUIRE(board.edit({{"what", "put"}, {"cell", "a5"}, {"piece", "x"}}) == "");
    CHECK(board.fault() == "captured"); // while guards are in reserve
    CHECK(board.edit({{"what", "reserve"}, {"piece", "Q"}, {"count", 1}}) != "");
    CHECK(board.edit({{"what", "reserve"}, {"piece", "G"}, {"count", 7}}) != "");
    REQUIRE(board.edit({{"what", "clear"}}) == "");
    CHECK(board.fault() == "queen");
    REQUIRE(board.edit({{"what", "start"}}) == "");
    CHECK(board.fault().empty());
    REQUIRE(board.edit({{"what", "done"}}) == "");
    CHECK(board.draft().is_null());
    CHECK(board.game().at("tree") == Json::array());
}
