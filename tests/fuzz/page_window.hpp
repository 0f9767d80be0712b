// A window of a lobby that checks what it is sent.
#pragma once

#include "engine/notation/action_tree.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/web/room/lobby.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/twin.hpp"

#include <functional>
#include <nlohmann/json.hpp>
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

/// Each text is JSON with its topic. A refusal is a short line. What a game shows agrees with its
/// rules, as the referee sees it, and every action of an analysis is legal.
class PageWindow : public agon::page::Peer {
public:
    /// The rules of a variant and a setup; nullopt if they are not known for sure.
    using FindRules =
        std::function<std::optional<agon::MatchRules>(const std::string&, const std::string&)>;

    explicit PageWindow(FindRules find_rules) : find_rules_(std::move(find_rules)) {}

    void send(std::string_view topic, std::string text) override {
        const auto json = nlohmann::json::parse(text);
        if (json.at("topic") != topic) broken("a text names its topic", text);
        if (topic == "refusal") {
            check_refusal(json.at("text").get<std::string>());
            refused_ = true;
        }
        if (topic != "game") return;
        game_ = json;
        check_game(json);
    }

    /// Since the last call.
    [[nodiscard]] bool was_refused() { return std::exchange(refused_, false); }
    /// The last message about a game; null before the first.
    [[nodiscard]] const nlohmann::json& game() const { return game_; }

private:
    void check_game(const nlohmann::json& game) const {
        const std::string variant = game.at("variant").get<std::string>();
        const auto rules = find_rules_(variant, game.at("setup").get<std::string>());
        if (!rules) return;
        const std::string first = game.value("first", agon::to_text(rules->start()));
        support::Twin twin(paired(variant, rules->rules), first);
        const auto& actions = game.at("actions");
        const auto ply = game.at("ply").get<std::size_t>();
        if (ply > actions.size() || game.at("length") != actions.size())
            broken("a window looks at a position of its game", game.dump());
        const bool analysis = game.contains("analysis");
        const bool draft = analysis && game.at("analysis").contains("draft");
        if (analysis) check_tree(game.at("analysis"), twin);
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (i == ply && !draft) check_position(game, twin);
            play(twin, actions[i].at(1).get<std::string>());
        }
        if (ply == actions.size() && !draft) check_position(game, twin);
    }

    static void play(support::Twin& twin, const std::string& action) {
        if (!twin.offers(action)) broken("an action of a game is legal", action);
        twin.play(agon::parse_move(action));
    }

    static void check_position(const nlohmann::json& game, const support::Twin& twin) {
        if (game.at("position") != agon::to_text(twin.position()))
            broken("the position shown is that of the actions", game.at("position").dump());
        for (const auto& action : game.at("legal"))
            if (!twin.offers(action.get<std::string>()))
                broken("what a page offers is legal", action.dump());
    }

    static void check_tree(const nlohmann::json& analysis, const support::Twin& start) {
        struct Line {
            support::Twin before, now;
        };
        std::vector<Line> lines{{start, start}};
        for (const auto& word : analysis.at("tree")) {
            if (word.is_array()) {
                lines.back().before = lines.back().now;
                play(lines.back().now, word.at(3).get<std::string>());
            } else if (word.get<std::string>() == "(") {
                lines.push_back({lines.back().before, lines.back().before});
            } else {
                lines.pop_back();
            }
        }
        const std::string moves = analysis.at("moves").get<std::string>();
        if (agon::parse_action_tree(start.rules().engine, start.position(), moves).text() != moves)
            broken("an analysis that is written is read as itself", moves);
    }

    FindRules find_rules_;
    nlohmann::json game_;
    bool refused_ = false;
};

} // namespace fuzz
