// What the page of a game asks for: objects whose `do` names the request.
#pragma once

#include "engine/game/position.hpp"
#include "protocol/web/room/task.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace agon::page {

/// {"do":"new", "variant":, "setup":, "white":, "black":, "levels":[W, B], "names":[W, B],
/// "position":, "moves":}: begins a game and shows it. A player is the name of an engine, or
/// "person".
struct NewGame {
    std::string variant = "classic";
    std::string setup = "preset";
    PerSide<std::string> players{"person", "person"}; ///< by side
    PerSide<int> levels{0, 0};                        ///< of engines, 1 to 10; 0: their own
    PerSide<std::string> names{};                     ///< of people; empty: none
    std::string position;                             ///< a text; empty: that of the setup
    std::string moves;     ///< actions to begin with, with blanks between them
    std::string resigned;  ///< "white" or "black" after them; or empty
    bool analysis = false; ///< an analysis board; then `moves` is a tree (parse_action_tree())
};

/// {"do":"open", "pgn":, "analysis":}: shows the first game of a file to two people; the others are
/// listed. A game with variations is shown on an analysis board, and with `analysis` any is.
struct OpenGames {
    std::string pgn;
    bool analysis = false;
};

/// {"do":"rules", "file":, "text":}: adds the rule sets of a rules file.
struct AddRules {
    static constexpr std::size_t MAX_BYTES = 60'000; ///< of the text; so has page/new.js
    std::string file;                                ///< for messages
    std::string text;
};

/// {"do":"explain", "variant":}: asks for the page of a rule set.
struct ExplainRules {
    std::string variant;
};

/// {"do":"learn", "variant":, "lesson":}: begins a lesson (lessons.hpp), counted from 0.
struct BeginLesson {
    std::string variant;
    std::size_t lesson = 0;
};

/// {"do":"puzzles"}: asks which there are.
struct ListPuzzles {};

/// {"do":"puzzle", "number":}: begins a puzzle, counted from 0 among all.
struct BeginPuzzle {
    std::size_t number = 0;
};

/// {"do":"task", "accept":[ACTION...], "chances":, and as for "new"}: a mistake to correct, after
/// the moves. It is not an analysis board.
struct BeginTask {
    NewGame game;
    MistakeTask task;
};

/// {"do":"watch", "game":}: shows a game.
struct WatchGame {
    std::string game;
};

/// {"do":"play", "action":, "ply":}: plays an action. `ply` is the number of actions before it:
/// what was clicked before another window has acted is refused. On an analysis board `action` may
/// be a line, of which the first is then shown.
struct PlayAction {
    std::string action;
    std::size_t ply = 0;
};

// On an analysis board. There play goes through the tree, for all its windows.

/// {"do":"analyse", "on":, "threat":, "lines":}: whether the engine searches, whether it does so as
/// if the other side had to act, and how many lines it shows. Omitted keys keep their value.
struct Analyse {
    static constexpr std::size_t MAX_LINES = 5;
    std::optional<bool> on{}, threat{};
    std::optional<std::size_t> lines{};
};

/// {"do":"node", "node":, "what":"show"|"promote"|"delete"|"comment", "text":}. An empty `text`
/// takes the comment away.
struct TreeNode {
    static constexpr std::size_t MAX_COMMENT = 3'000; ///< bytes, of 1,000 characters
    std::size_t node = 0;
    std::string what, text;
};

/// {"do":"edit", "what":, "cell":, "piece":, "position":, "count":}: sets a position up. `what` is
/// "begin", "put", "turn" (the other side acts), "clear", "start" (the position of the setup),
/// "reserve" (`count` guards of `piece` G or g), "take" (a position text), "done" or "cancel". A
/// `piece` is Q G q g, x for the mark of a captured piece, or empty for none. It replaces the
/// piece there.
struct EditBoard {
    static constexpr std::size_t MAX_COUNT = 6;
    std::string what, cell, piece, position;
    std::size_t count = 0;
};

/// {"do":"resign", "side":"w"|"b"}: resigns for that side. Omitted by a window that plays both:
/// then for the one to choose.
struct Resign {
    std::optional<Side> side{};
};

/// {"do":"undo"} and so on, without other keys.
enum class RoomCommand : std::size_t {
    Undo,
    Redo,
    Hint,
    Solve,
    Hurry,
    Pause,
    GoOn,
    Save,
    Page,
    Review,
    StopReview,
    Refresh
};
inline constexpr std::array<std::string_view, 12> ROOM_COMMANDS = {
    "undo",  "redo", "hint", "solve",  "hurry",       "pause",
    "go on", "save", "page", "review", "stop review", "refresh"};

using Request = std::variant<NewGame, OpenGames, AddRules, ExplainRules, BeginLesson, ListPuzzles,
                             BeginPuzzle, BeginTask, WatchGame, PlayAction, Analyse, TreeNode,
                             EditBoard, Resign, RoomCommand>;

/// Throws Error with the reason, in one line, if `text` is not a request.
[[nodiscard]] Request parse_request(std::string_view text);

} // namespace agon::page
