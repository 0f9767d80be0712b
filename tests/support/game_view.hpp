// What a page knows of the game that it shows, kept from the messages as the page does it.
#pragma once

#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace support {

/// The tree of an analysis board: a map of nodes, as plain as can be.
class TreeView {
public:
    using Json = agon::page::Json;

    TreeView() = default;
    /// `tree` of a message.
    explicit TreeView(const Json& words) {
        if (words.is_null()) return;
        std::vector<std::size_t> aside;
        std::size_t at = 0;
        for (const Json& word : words) {
            if (word == "(") {
                aside.push_back(at);
                at = nodes_.at(at).parent;
            } else if (word == ")") {
                at = aside.back();
                aside.pop_back();
            } else {
                const auto node = word.at(0).get<std::size_t>();
                if (node != 0) add(node, at, word.at(1));
                if (word.size() > 2) nodes_.at(node).comment = word.at(2);
                at = node;
            }
        }
    }

    /// One of `changes`.
    void change(const Json& change) {
        const auto what = change.at(0).get<std::string>();
        const auto node = change.at(1).get<std::size_t>();
        if (what == "add") {
            add(node, change.at(2).get<std::size_t>(), change.at(3));
        } else if (what == "comment") {
            nodes_.at(node).comment = change.at(2);
        } else {
            auto& beside = nodes_.at(nodes_.at(node).parent).children;
            std::erase(beside, node);
            if (what == "promote")
                beside.insert(beside.begin(), node);
            else
                forget(node);
        }
    }

    /// As a whole tree is sent.
    [[nodiscard]] Json words() const {
        Json words = Json::array();
        if (!nodes_.at(0).comment.empty()) words.push_back({0, "", nodes_.at(0).comment});
        write(words, 0);
        return words;
    }

    /// `actions` through a node to the end of its line.
    [[nodiscard]] Json line(std::size_t node) const {
        std::vector<std::size_t> nodes;
        for (std::size_t up = node; up != 0; up = nodes_.at(up).parent)
            nodes.insert(nodes.begin(), up);
        while (!nodes_.at(node).children.empty())
            nodes.push_back(node = nodes_.at(node).children.front());
        Json actions = Json::array();
        for (const std::size_t each : nodes)
            actions.push_back(Json::array({nodes_.at(each).action}));
        return actions;
    }

private:
    struct Node {
        std::string action, comment{};
        std::size_t parent = 0;
        std::vector<std::size_t> children{};
    };

    void add(std::size_t node, std::size_t parent, const Json& action) {
        nodes_.at(parent).children.push_back(node);
        nodes_[node] = {action.get<std::string>(), "", parent, {}};
    }

    void forget(std::size_t node) {
        for (const std::size_t child : std::vector(nodes_.at(node).children)) forget(child);
        nodes_.erase(node);
    }

    void write(Json& words, std::size_t node) const {
        for (;;) {
            const auto& children = nodes_.at(node).children;
            if (children.empty()) return;
            word(words, children.front());
            for (std::size_t i = 1; i < children.size(); ++i) {
                words.push_back("(");
                word(words, children[i]);
                write(words, children[i]);
                words.push_back(")");
            }
            node = children.front();
        }
    }

    void word(Json& words, std::size_t number) const {
        const Node& node = nodes_.at(number);
        words.push_back({number, node.action});
        if (!node.comment.empty()) words.back().push_back(node.comment);
    }

    std::map<std::size_t, Node> nodes_{{0, {}}};
};

class GameView {
public:
    using Json = agon::page::Json;

    /// A message `game`. False when one before it is missing; then nothing is changed.
    bool take(const Json& message) {
        Json before = state_;
        if (const auto base = message.find("base"); base == message.end())
            before = {{"actions", Json::array()}};
        else if (!state_.is_object() || *base != state_.at("revision") ||
                 message.at("game") != state_.at("game"))
            return false;
        state_ = std::move(before);
        for (const auto& [key, value] : message.items()) {
            if (key == "base") continue;
            if (key == "actions")
                change(value);
            else if (key == "changes")
                for (const Json& each : value) tree_.change(each);
            else
                state_[key] = value;
        }
        if (message.contains("tree")) tree_ = TreeView(message.at("tree"));
        if (state_.at("tree").is_null()) return true;
        state_["tree"] = tree_.words();
        state_["actions"] = tree_.line(state_.at("node").get<std::size_t>());
        return true;
    }

    /// Null before the first message. `tree` and `actions` of an analysis board are whole here.
    [[nodiscard]] const Json& state() const { return state_; }

private:
    void change(const Json& value) {
        Json& actions = state_["actions"];
        const auto from = value.at("from").get<std::size_t>();
        while (actions.size() > from) actions.erase(actions.size() - 1);
        for (const Json& action : value.at("list")) actions.push_back(action);
    }

    Json state_;
    TreeView tree_;
};

/// An action without marks.
[[nodiscard]] inline std::string bare(const std::string& marked) {
    return marked.substr(0, marked.find_first_of("x-+=~"));
}

/// The actions of a tree without marks and comments, as a link has them.
[[nodiscard]] inline std::string tree_text(const GameView::Json& tree) {
    std::string text;
    for (const auto& word : tree) {
        const std::string each =
            word.is_array() ? bare(word.at(1).get<std::string>()) : word.get<std::string>();
        if (each.empty()) continue; // a comment on the first position
        text += (text.empty() ? "" : " ") + each;
    }
    return text;
}

} // namespace support
