// A game as it is sent to its page: facts, and only those that have changed.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/time_control.hpp"
#include "protocol/web/room/json.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace agon::page {

class GameRoom;

/// An action of a game.
struct PlayedFact {
    Position after;
    Move move;
    Evaluation::Kind kind = Evaluation::Kind::None;
    int value = 0, depth = 0;
    Microseconds elapsed{0};
    std::string json{}; ///< as text: a long game takes little memory
};

/// What a page knows of a game (protocol/web/README.md, The game).
struct GameFacts {
    std::vector<std::shared_ptr<const PlayedFact>> actions{}; ///< none on an analysis board
    std::size_t tree = 0;         ///< version of the tree of an analysis board
    Json fields = Json::object(); ///< but `game`, `revision`, `actions` and `tree`
};

/// `before`: facts of the same room, from which it takes what is as it was.
[[nodiscard]] GameFacts game_facts(const GameRoom& room, const GameFacts& before);

/// All of it, without `game` and `revision`.
[[nodiscard]] Json whole_json(const GameFacts& now, const GameRoom& room);

/// What differs from `before`; empty if nothing does.
[[nodiscard]] Json changes_json(const GameFacts& before, const GameFacts& now,
                                const GameRoom& room);

/// `game`, its name, `variant`, `players`, `length` and `ending`.
[[nodiscard]] Json game_entry(const std::string& name, const GameRoom& room);

} // namespace agon::page
