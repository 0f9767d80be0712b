// What the page of a game asks for, and what it is told: JSON over a WebSocket or from a worker.
#pragma once

#include "engine/game/game.hpp"
#include "engine/record/review.hpp"

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace agon::page {

class GameRoom;

using Json = nlohmann::ordered_json;

/// A position in which some first actions are right: a lesson, a puzzle, a mistake to be mended.
struct Task {
    std::string title;
    std::string text; ///< what there is to know; may be empty
    std::string wish; ///< what to do
    std::string missed = "That is not it. Take it back and try again."; ///< said of others
    std::vector<std::string> accepted;   ///< actions; legal and at least one
    std::vector<std::string> line{};     ///< how it goes on, from the first action; may be empty
    std::optional<std::size_t> lesson{}; ///< its number, from 0
    std::size_t lessons = 0;             ///< of the rule set
};

// JSON from files and from browsers. Every reader uses this: what is nested without a limit
// overflows the stack where it is copied or written.

/// Lists and objects in each other. What we write has less than ten.
constexpr int MOST_JSON_DEPTH = 64;

/// For the parser of Json: throws Error when the text is nested more deeply than MOST_JSON_DEPTH.
bool check_json_depth(int around, Json::parse_event_t event, const Json&);
/// Discarded when the text is no JSON. Throws as check_json_depth().
[[nodiscard]] Json parse_json(std::string_view text);
/// In one line of ASCII. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string one_line(const Json& json);

// Requests: objects whose `do` names what is asked for.

/// {"do":"new", "variant":, "setup":, "white":, "black":, "levels":[W, B], "position":, "moves":}:
/// begins a game and shows it. A player is the name of an engine, or "person".
struct NewGame {
    std::string variant = "classic";
    std::string setup = "preset";
    PerSide<std::string> players{"person", "person"}; ///< by side
    PerSide<int> levels{0, 0};                        ///< of engines, 1 to 10; 0: their own
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
    static constexpr std::size_t MAX_BYTES = 60'000; ///< of the text; serve.js has the same limit
    std::string file;                                ///< for messages
    std::string text;
};

/// {"do":"explain", "variant":}: asks for the page of a rule set.
struct ExplainRules {
    std::string variant;
};

/// {"do":"learn", "variant":, "lesson":}: begins a lesson (rules_page.hpp), counted from 0.
struct BeginLesson {
    std::string variant;
    std::size_t lesson = 0;
};

/// {"do":"task", "title":, "text":, "wish":, "missed":, "accept":[ACTION...], "line":, and as for
/// "new"}: begins a task after the moves. It is no analysis board.
struct BeginTask {
    NewGame game;
    Task task;
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

/// {"do":"look", "ply":, "turned":, "better":}: how this window shows its game. Without `ply` it
/// follows.
struct Look {
    std::optional<std::size_t> ply; ///< actions before the position
    bool turned = false;            ///< black's view
    bool better = false;            ///< with what a review would have done there
};

// On an analysis board. There play and look go through the tree, for all its windows.

/// {"do":"analyse", "on":, "threat":, "lines":}: whether the engine searches, whether it does so as
/// if the other side had to act, and how many lines it shows. What is left out stays.
struct Analyse {
    static constexpr std::size_t MOST_LINES = 5;
    std::optional<bool> on{}, threat{};
    std::optional<std::size_t> lines{};
};

/// {"do":"node", "node":, "what":"show"|"promote"|"delete"}
struct TreeNode {
    std::size_t node = 0;
    std::string what;
};

/// {"do":"edit", "what":, "cell":, "piece":, "position":}: sets a position up. `what` is "begin",
/// "put", "turn" (the other side acts), "clear", "take" (a position text), "done" or "cancel". A
/// `piece` is Q G q g, x for the mark of a captured piece, or empty for none. What is there is
/// taken away.
struct EditBoard {
    std::string what, cell, piece, position;
};

/// {"do":"undo"} and so on, with no more.
enum class RoomCommand : std::size_t {
    Undo,
    Redo,
    Hint,
    Hurry,
    Resign,
    Pause,
    GoOn,
    Save,
    Page,
    Review,
    StopReview
};
inline constexpr std::array<std::string_view, 11> ROOM_COMMANDS = {
    "undo",  "redo", "hint", "hurry",  "resign",     "pause",
    "go on", "save", "page", "review", "stop review"};

using Request =
    std::variant<NewGame, OpenGames, AddRules, ExplainRules, BeginLesson, BeginTask, WatchGame,
                 PlayAction, Look, Analyse, TreeNode, EditBoard, RoomCommand>;

/// Throws Error with the reason, in one line, when `text` is no request.
[[nodiscard]] Request parse_request(std::string_view text);

// A position as the page of a game shows it. The page knows no rules: what can be done is said
// here.

/// Of the last position of `game`:
///  - `svg`: the picture (svg_diagram()); `turned` and `plan` as there.
///  - `cells`: what stands on a cell in words, by its name; vacant ones are left out.
///  - `says`: sentences about the last action, and about whose turn it is or how the game ended.
///  - `position`: its text.
///  - `legal`: the actions' texts, where `acts` and the game is not over.
[[nodiscard]] Json board_json(const Game& game, bool turned, std::span<const Move> plan, bool acts);

/// `game` as it was after its first `ply` actions, at most as many as it has.
[[nodiscard]] Game game_at(Game game, std::size_t ply);

// A game as its page shows it.

/// What a window is sent after each change: board_json() of the position that it looks at, and
///  - `ply`, `length`: the actions before that position, and of the game; `turned`: black's view.
///  - `variant`, `setup`, `names`, `people` (of white and black): who plays what.
///  - `turn`: the side that chooses next; `result`, empty while the game goes on; `ending`.
///  - `thinking`, `paused`, `hinting`, `redo`: what goes on and what can be done.
///  - `notice`: the last fault, for the reader; `aim`: that of the game, in a sentence.
///  - `score`: "+0.31" from white's side; `share`: its part of 0 to 1 of the bar; `judge`: who said
///    so; `line`: the actions expected; `advice`: whether it is a hint.
///  - `actions`: [side, action, score, depth, seconds] for each.
///  - `resigned`: the side that has, where one has.
///  - `first`: the text of the first position, where it is not that of the setup.
///  - `task`: where there is one, its `title`, `text`, `wish`, `lesson`, `lessons`; `state`:
///  "open",
///    "done" or "missed"; `verdict`, a sentence on the action played.
///  - `review`: "none", "running", "stopped" or "done".
///  - `analysis`: on an analysis board `on`, `threat`, `lines` as Analyse; `searching`; `found`,
///  the [score,
///    depth, line] of each line; `node`, that is looked at; `tree`, its words, each "(", ")" or
///    [node, number, side, action, comment]; `moves`, Variations::text(); while a position is set
///    up `draft`, what is wrong with it or "".
[[nodiscard]] Json game_json(const GameRoom& room, const Look& look);

/// The review of the game as far as it is, whole each time. Precondition: there is one.
///  - `state`: as `review` above; `done`, `all`: positions that have a score, and all. The last
///    come first.
///  - `chances`, `scores`: by the number of actions before, the points that white may expect, 0 to
///    1, and the score as white sees it; null where they are not known.
///  - `losses`: by action, expected points that it lost, or null.
///  - `mistakes`: `ply` (the actions before it), `side`, `action`, `kind`, `glyph`, `loss`,
///    `better`, `line` (which begins with it), `reason` and `says` (Mistake).
///  - `totals`: of `white` and `black`, the inaccuracies, mistakes and blunders.
[[nodiscard]] Json review_json(const GameRoom& room);

// A game as a page of its own, to be kept or sent.

/// One of the games of such a page: `names` play it, `ending` says how it ended. `review`, of the
/// same actions, or null.
[[nodiscard]] Json record_json(const Game& game, const PerSide<std::string>& names,
                               const std::string& ending, const Review* review);

/// HTML that needs no other file: the games on a board, step by step, with the mistakes that a
/// review has found. At least one.
[[nodiscard]] std::string record_page(const std::vector<Json>& games);

/// `game`, its name, and `title`, a line about it.
[[nodiscard]] Json game_title(const std::string& name, const GameRoom& room);

} // namespace agon::page
