// A game as its page is told of it: facts, and only those that have changed.
#pragma once

#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agon::page {

class GameRoom;

/// What a page knows of a game (protocol/web/README.md, The game).
struct GameFacts {
    std::vector<std::string> actions; ///< each as JSON: a long game takes little memory
    Json fields = Json::object();     ///< but `game`, `revision` and `actions`
};

[[nodiscard]] GameFacts game_facts(const GameRoom& room);

/// All of it, without `game` and `revision`.
[[nodiscard]] Json whole_json(const GameFacts& now);

/// What differs from `before`; empty if nothing does.
[[nodiscard]] Json changes_json(const GameFacts& before, const GameFacts& now);

/// `game`, its name, `variant`, `players`, `length` and `ending`.
[[nodiscard]] Json game_entry(const std::string& name, const GameRoom& room);

} // namespace agon::page
