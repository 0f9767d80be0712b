// What a page knows of the game that it shows, kept from the messages as the page does it.
#pragma once

#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <string>

namespace support {

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
            else
                state_[key] = value;
        }
        return true;
    }

    /// Null before the first message.
    [[nodiscard]] const Json& state() const { return state_; }

private:
    void change(const Json& value) {
        Json& actions = state_["actions"];
        const auto from = value.at("from").get<std::size_t>();
        while (actions.size() > from) actions.erase(actions.size() - 1);
        for (const Json& action : value.at("list")) actions.push_back(action);
    }

    Json state_;
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
