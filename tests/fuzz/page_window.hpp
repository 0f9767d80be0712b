// A window of a lobby that checks what it is sent.
#pragma once

#include "engine/notation/action_tree.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/web/room/lobby.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/game_view.hpp"
#include "tests/support/marked_board.hpp"
#include "tests/support/twin.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fuzz {

inline void check_refusal(const std::string& text) {
    constexpr std::size_t LONGEST = 300;
    if (text.empty() || text.size() > LONGEST || !is_one_line(text))
        broken("a refusal is a short line", text);
}

/// Each text is JSON with its topic. A refusal is a short line with a key. No message about a game
/// is missing. What a game shows agrees with its rules, as the referee sees it; the marks of its
/// actions lead to its position; every action of an analysis is legal.
class PageWindow : public agon::page::Peer {
public:
    /// The rules of a variant and a setup; nullopt if they are not known for sure.
    using FindRules =
        std::function<std::optional<agon::MatchRules>(const std::string&, const std::string&)>;

    explicit PageWindow(FindRules find_rules) : find_rules_(std::move(find_rules)) {}

    void send(std::string_view topic, std::string text) override {
        const Json json = agon::page::parse_json(text);
        if (json.at("topic") != topic) broken("a text names its topic", text);
        if (topic == "refusal") {
            if (!json.at("key").is_string()) broken("a refusal has a key", text);
            check_refusal(json.at("text").get<std::string>());
            refused_ = true;
        }
        if (topic != "game") return;
        const Json before = view_.state();
        if (!view_.take(json)) broken("no message about a game is missing", text);
        if (!json.contains("base") && before.is_object() && before.at("game") == json.at("game") &&
            before.at("revision") == json.at("revision") && before != view_.state())
            broken("every change was sent", text);
        check_game(game());
    }

    /// Since the last call.
    [[nodiscard]] bool was_refused() { return std::exchange(refused_, false); }
    /// What is known of the game; null before the first message.
    [[nodiscard]] const agon::page::Json& game() const { return view_.state(); }

private:
    using Json = agon::page::Json;

    void check_game(const Json& game) const {
        const std::string variant = game.at("variant").get<std::string>();
        const auto rules = find_rules_(variant, game.at("setup").get<std::string>());
        if (!rules) return;
        const std::string first = game.at("first").get<std::string>();
        support::Twin twin(paired(variant, rules->rules), first);
        support::MarkedBoard board(first);
        const Json& actions = game.at("actions");
        const std::size_t ply = game.value("ply", actions.size());
        if (ply > actions.size()) broken("a window shows a position of its game", game.dump());
        if (!game.at("tree").is_null()) check_tree(game.at("tree"), twin);
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (i == ply) check_position(game, twin, board);
            const std::string action = actions[i].at(0).get<std::string>();
            play(twin, action);
            board.act(action);
        }
        if (ply == actions.size()) check_position(game, twin, board);
    }

    static void play(support::Twin& twin, const std::string& marked) {
        const std::string action = support::bare(marked);
        if (!twin.offers(action)) broken("an action of a game is legal", action);
        twin.play(agon::parse_move(action));
    }

    static void check_position(const Json& game, const support::Twin& twin,
                               const support::MarkedBoard& board) {
        const std::string position = game.at("position").get<std::string>();
        if (position != agon::to_text(twin.position()))
            broken("the position shown is that of the actions", position);
        if (!board.is(position)) broken("marks lead to the position", game.dump());
        for (const Json& action : game.at("legal"))
            if (!twin.offers(action.get<std::string>()))
                broken("what a page offers is legal", action.dump());
    }

    static void check_tree(const Json& tree, const support::Twin& start) {
        struct Line {
            support::Twin before, now;
        };
        std::vector<Line> lines{{start, start}};
        for (const Json& word : tree) {
            if (word.is_array()) {
                if (word.at(0) == 0) continue; // the comment on the first position
                lines.back().before = lines.back().now;
                play(lines.back().now, word.at(1).get<std::string>());
            } else if (word.get<std::string>() == "(") {
                lines.push_back({lines.back().before, lines.back().before});
            } else {
                lines.pop_back();
            }
        }
        const std::string moves = support::tree_text(tree);
        if (agon::parse_action_tree(start.rules().engine, start.position(), moves).text() != moves)
            broken("an analysis that is written is read as itself", moves);
    }

    FindRules find_rules_;
    support::GameView view_;
    bool refused_ = false;
};

} // namespace fuzz
