// What a page is told of a game: enough to draw every position without rules, and little each time.
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "engine/rules/rule_chapters.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/refusal.hpp"
#include "tests/support/game_view.hpp"
#include "tests/support/page_host.hpp"

#include <doctest/doctest.h>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace agon;
using namespace agon::page;

namespace {

constexpr std::size_t MOST_BYTES = 2048; ///< of a message after an action

/// A window that can miss messages about its game, as a slow one does.
struct Window : Peer {
    explicit Window(Lobby& of) : lobby(of) { lobby.opened(*this); }
    ~Window() override { lobby.closed(*this); }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    void send(std::string_view topic, std::string text) override {
        const Json message = Json::parse(text);
        if (topic != "game") {
            (topic == "refusal" ? refusal : topic == "lobby" ? greeting : other) = message;
            return;
        }
        if (misses) return;
        ++messages;
        last = message;
        bytes = text.size();
        missed = !view.take(message);
    }
    void ask(const Json& request) {
        refusal = {};
        lobby.received(*this, one_line(request));
    }
    /// Everything, as a window that begins to show the game gets it.
    [[nodiscard]] Json whole() const {
        Window fresh(lobby);
        fresh.ask({{"do", "watch"}, {"game", game().at("game")}});
        return fresh.game();
    }
    [[nodiscard]] const Json& game() const { return view.state(); }

    Lobby& lobby;
    Json refusal, greeting, other, last;
    support::GameView view;
    std::size_t bytes = 0, messages = 0;
    bool misses = false, missed = false;
};

/// Positions from marks alone, as protocol/web/README.md says.
class Board {
public:
    explicit Board(std::string_view text) : position_(parse(text)) {}

    void act(std::string_view action) {
        std::vector<std::string> cells;
        std::map<char, std::set<std::string>> marked;
        bool goes_on = false;
        char mark = ' ';
        for (std::size_t i = 0; i < action.size() && !action.starts_with("pass");) {
            const auto end = std::min(action.find_first_not_of("0123456789", i + 1), action.size());
            if (const char c = action[i]; c >= 'a' && c <= 'l') {
                const std::string cell(action.substr(i, end - i));
                mark == ' ' ? cells.push_back(cell) : void(marked[mark].insert(cell));
                i = end;
            } else {
                if (c == '=') goes_on = true;
                mark = c;
                ++i;
            }
        }
        if (action.starts_with("pass")) goes_on = action.find('=') != action.npos;
        std::string piece = position_.turn == 'w' ? "G" : "g";
        if (cells.size() == 2) {
            piece = position_.on.at(cells.front());
            position_.on.erase(cells.front());
            position_.captured.erase(cells.front());
        } else if (cells.size() == 1) {
            --position_.reserve[position_.turn];
        }
        std::set<std::string> gone = marked['-'];
        for (const std::string& cell : gone) position_.captured.erase(cell);
        if (!cells.empty()) {
            const bool leaves = gone.contains(cells.back()) && !position_.on.contains(cells.back());
            for (const std::string& cell : gone) position_.on.erase(cell);
            if (!leaves) position_.on[cells.back()] = piece;
        }
        for (const std::string& cell : marked['x']) position_.captured.insert(cell);
        for (const std::string& cell : marked['+']) position_.captured.erase(cell);
        if (!goes_on) position_.turn = position_.turn == 'w' ? 'b' : 'w';
    }
    [[nodiscard]] bool is(std::string_view text) const { return position_ == parse(text); }

private:
    struct State {
        std::map<std::string, std::string> on;
        std::set<std::string> captured;
        std::map<char, int> reserve{{'w', 0}, {'b', 0}};
        char turn = 'w';
        friend bool operator==(const State&, const State&) = default;
    };

    static State parse(std::string_view text) {
        const Position p = parse_position(Presets().at("kanare").rules, text);
        State state;
        for (const Side side : BOTH_SIDES) {
            p.pieces[side].for_each([&](Cell cell) {
                const std::string piece = p.queens[side] == cell ? "Q" : "G";
                state.on[cell.text()] = side == Side::White ? piece : piece == "Q" ? "q" : "g";
            });
            state.reserve[side == Side::White ? 'w' : 'b'] = p.reserve[side];
        }
        p.captured.for_each([&](Cell cell) { state.captured.insert(cell.text()); });
        state.turn = p.turn == Side::White ? 'w' : 'b';
        return state;
    }

    State position_;
};

LobbySettings games(std::size_t most) { return {.most_games = most, .takes_rules = true}; }

} // namespace

TEST_CASE("random games of all rules: small messages, from which every position follows") {
    std::mt19937 random(55);
    for (const Preset& preset : Presets().all())
        for (const char* setup : {"standard", "flanked", "placement"}) {
            CAPTURE(preset.name);
            CAPTURE(setup);
            support::PageHost host;
            Lobby lobby(host, games(4));
            Window window(lobby);
            window.ask({{"do", "new"}, {"variant", preset.name}, {"setup", setup}});
            REQUIRE(window.refusal.is_null());
            Board board(window.game().at("first").get<std::string>());
            for (std::size_t ply = 0; ply < 120; ++ply) {
                const Json legal = window.game().at("legal");
                if (legal.empty()) break;
                window.messages = 0;
                window.ask(
                    {{"do", "play"}, {"action", legal[random() % legal.size()]}, {"ply", ply}});
                REQUIRE(window.refusal.is_null());
                CHECK(window.messages == 1);
                CHECK(window.bytes <= MOST_BYTES);
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
    Lobby lobby(host, games(4));
    Window player(lobby), slow(lobby);
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
    Lobby lobby(host, games(4));
    Window window(lobby);
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

TEST_CASE("a refusal says by a key why") {
    support::PageHost host;
    Lobby lobby(host, games(4));
    Window window(lobby);
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

TEST_CASE("key and value of a rule stand for one sentence") {
    std::map<std::pair<std::string, std::string>, std::string> sentences;
    for (const Preset& preset : Presets().all())
        for (const RuleChapter& chapter : rule_chapters(preset))
            for (const RuleLine& line : chapter.lines) {
                CAPTURE(line.key);
                CAPTURE(line.value);
                const auto [found, _] = sentences.try_emplace(
                    {std::string(line.key), std::string(line.value)}, line.sentence);
                CHECK(found->second == line.sentence);
                CHECK(!line.source.empty());
            }
}

TEST_CASE("the lobby says what there is to choose") {
    support::PageHost host;
    Lobby lobby(host, games(4));
    Window window(lobby);
    const Json& lobby_json = window.greeting;
    CHECK(lobby_json.at("version") == MESSAGES_VERSION);
    CHECK(lobby_json.at("engines") == Json{support::PageHost::ENGINE});
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
