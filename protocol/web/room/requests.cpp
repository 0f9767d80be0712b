#include "protocol/web/room/requests.hpp"

#include "engine/error.hpp"
#include "engine/game/move_list.hpp"
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/web/room/game_room.hpp"
#include "protocol/web/room/json.hpp"
#include "protocol/web/room/played_json.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon::page {
namespace {

constexpr std::size_t MAX_BYTES = 100; // of a name or an action
constexpr std::size_t MAX_NAME = 300;  // of a person, of 100 characters
constexpr std::size_t MAX_POSITION = 1000;

std::string string_of(const Json& value, const char* key, std::size_t most) {
    if (!value.is_string()) throw Error(std::string(key) + ": expected a string");
    const auto& string = value.get_ref<const std::string&>();
    if (string.size() > most) throw Error(std::string(key) + ": too long");
    return string;
}

/// The value of a key, or `otherwise` when it is absent.
std::string text(const Json& object, const char* key, const std::string& otherwise,
                 std::size_t most = MAX_BYTES) {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    return string_of(*found, key, most);
}

std::size_t count(const Json& value, const char* key, std::size_t most) {
    const auto number = value.is_number_unsigned() ? value.get<std::uint64_t>() : most + 1;
    if (number > most)
        throw Error(std::string(key) + ": expected an integer from 0 to " + std::to_string(most));
    return static_cast<std::size_t>(number);
}

bool flag(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() && found->get<bool>();
}

/// More actions than a game can have (game_room.hpp).
constexpr std::size_t MAX_PLY = 1'000'000;
constexpr std::size_t MAX_LINE = 200; ///< bytes of a line to be taken over
constexpr std::size_t MAX_NODE = std::numeric_limits<std::uint32_t>::max(); ///< of a tree

Request new_game(const Json& object) {
    NewGame game;
    game.variant = text(object, "variant", game.variant);
    game.setup = text(object, "setup", game.setup);
    game.players = {text(object, "white", game.players[0]), text(object, "black", game.players[1])};
    if (const auto levels = object.find("levels"); levels != object.end()) {
        if (!levels->is_array() || levels->size() != 2)
            throw Error("levels: expected one for white and one for black");
        for (std::size_t side = 0; side < 2; ++side)
            game.levels[side] = static_cast<int>(count((*levels)[side], "levels", MAX_LEVEL));
    }
    if (const auto names = object.find("names"); names != object.end()) {
        if (!names->is_array() || names->size() != 2)
            throw Error("names: expected one for white and one for black");
        for (std::size_t side = 0; side < 2; ++side)
            game.names[side] = string_of((*names)[side], "names", MAX_NAME);
    }
    game.position = text(object, "position", "", MAX_POSITION);
    game.moves = text(object, "moves", "", std::string::npos);
    game.resigned = text(object, "resigned", "");
    game.analysis = flag(object, "analysis");
    return game;
}

std::string needed(const Json& object, const char* key, std::size_t most = std::string::npos) {
    if (!object.contains(key)) throw Error(std::string(key) + ": expected a string");
    return text(object, key, "", most);
}

Request task(const Json& object) {
    if (flag(object, "analysis")) throw Error("analysis: a task is no analysis board");
    const auto accept = object.find("accept");
    if (accept == object.end() || !accept->is_array() || accept->empty() ||
        accept->size() > MAX_MOVES ||
        !std::ranges::all_of(*accept, [](const Json& action) { return action.is_string(); }))
        throw Error("accept: expected a list of actions");
    MistakeTask mistake{accept->get<std::vector<std::string>>()};
    if (const auto chances = object.find("chances"); chances != object.end()) {
        mistake.chances = chances->is_number() ? chances->get<double>() : -1;
        if (!(mistake.chances >= 0 && mistake.chances <= 1))
            throw Error("chances: expected a number from 0 to 1");
    }
    return BeginTask{std::get<NewGame>(new_game(object)), std::move(mistake)};
}

Request learn(const Json& object) {
    return BeginLesson{text(object, "variant", std::string(DEFAULT_PRESET)),
                       object.contains("lesson") ? count(object["lesson"], "lesson", MAX_PLY) : 0};
}

Request puzzle(const Json& object) {
    if (!object.contains("number")) throw Error("number: expected that of a puzzle");
    return BeginPuzzle{count(object["number"], "number", MAX_PLY)};
}

Request play(const Json& object) {
    if (!object.contains("ply")) throw Error("ply: expected the number of actions so far");
    return PlayAction{text(object, "action", "", MAX_LINE), count(object["ply"], "ply", MAX_PLY)};
}

Request analyse(const Json& object) {
    Analyse request;
    if (object.contains("on")) request.on = flag(object, "on");
    if (object.contains("threat")) request.threat = flag(object, "threat");
    if (object.contains("lines"))
        request.lines =
            std::max<std::size_t>(count(object["lines"], "lines", Analyse::MAX_LINES), 1);
    return request;
}

Request node(const Json& object) {
    if (!object.contains("node")) throw Error("node: expected a number");
    return TreeNode{count(object["node"], "node", MAX_NODE), text(object, "what", "show"),
                    text(object, "text", "", TreeNode::MAX_COMMENT)};
}

Request edit(const Json& object) {
    return EditBoard{
        text(object, "what", ""), text(object, "cell", ""), text(object, "piece", ""),
        text(object, "position", "", MAX_POSITION),
        object.contains("count") ? count(object["count"], "count", EditBoard::MAX_COUNT) : 0};
}

Request resign(const Json& object) {
    const std::string side = text(object, "side", "");
    if (!object.contains("side")) return Resign{};
    for (const Side each : BOTH_SIDES)
        if (side == side_key(each)) return Resign{each};
    throw Error("side: expected w or b");
}

} // namespace

Request parse_request(std::string_view message) {
    const Json object = parse_json(message);
    if (!object.is_object()) throw Error("expected a JSON object");
    const std::string what = text(object, "do", "");
    if (what == "new") return new_game(object);
    if (what == "open") return OpenGames{needed(object, "pgn"), flag(object, "analysis")};
    if (what == "rules")
        return AddRules{text(object, "file", "rules"), needed(object, "text", AddRules::MAX_BYTES)};
    if (what == "explain") return ExplainRules{text(object, "variant", "")};
    if (what == "learn") return learn(object);
    if (what == "puzzles") return ListPuzzles{};
    if (what == "puzzle") return puzzle(object);
    if (what == "task") return task(object);
    if (what == "watch") return WatchGame{text(object, "game", "")};
    if (what == "play") return play(object);
    if (what == "analyse") return analyse(object);
    if (what == "node") return node(object);
    if (what == "edit") return edit(object);
    if (what == "resign") return resign(object);
    const auto found = std::ranges::find(ROOM_COMMANDS, what);
    if (found == ROOM_COMMANDS.end()) throw Error("no request " + in_quotes(what));
    return static_cast<RoomCommand>(found - ROOM_COMMANDS.begin());
}

} // namespace agon::page
