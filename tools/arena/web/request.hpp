// What the page of a game asks for: JSON objects whose `do` names the request.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace agon::match {

/// {"do":"new", "variant":, "setup":, "white":, "black":, "levels":[W, B], "moves":}: begins a
/// game and shows it. A player is the name of an engine, or "person".
struct NewGame {
    std::string variant = "classic";
    std::string setup = "preset";
    std::array<std::string, 2> players{"person", "person"}; ///< by side
    std::array<int, 2> levels{0, 0};                        ///< of engines, 1 to 10; 0: their own
    std::string moves; ///< actions to begin with, with blanks between them
};

/// {"do":"watch", "game":}: shows a game.
struct WatchGame {
    std::string game;
};

/// {"do":"play", "action":, "ply":}: plays an action. `ply` is the number of actions before it:
/// what was clicked before another window has acted is refused.
struct PlayAction {
    std::string action;
    std::size_t ply = 0;
};

/// {"do":"look", "ply":, "turned":}: how this window shows its game. Without `ply` it follows.
struct Look {
    std::optional<std::size_t> ply; ///< actions before the position
    bool turned = false;            ///< black's view
};

/// {"do":"undo"} and so on, with no more.
enum class RoomCommand : std::size_t { Undo, Redo, Hint, Hurry, Resign, Pause, GoOn };
inline constexpr std::array<std::string_view, 7> ROOM_COMMANDS = {
    "undo", "redo", "hint", "hurry", "resign", "pause", "go on"};

using Request = std::variant<NewGame, WatchGame, PlayAction, Look, RoomCommand>;

/// Throws Error with the reason, in one line, when `text` is no request.
[[nodiscard]] Request parse_request(std::string_view text);

} // namespace agon::match
