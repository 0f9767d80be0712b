#include "tools/arena/web/request.hpp"

#include "engine/error.hpp"
#include "tools/arena/journal/json_lines.hpp"

#include <algorithm>

namespace agon::match {
namespace {

constexpr std::size_t MOST_BYTES = 100; // of a name or an action
constexpr int HIGHEST_LEVEL = 10;

/// The value of a key, or `otherwise` when it is absent.
std::string text(const Json& object, const char* key, const std::string& otherwise,
                 std::size_t most = MOST_BYTES) {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if (!found->is_string()) throw Error(std::string(key) + ": expected a text");
    const auto& value = found->get_ref<const std::string&>();
    if (value.size() > most) throw Error(std::string(key) + ": too long");
    return value;
}

std::size_t count(const Json& value, const char* key, std::size_t most) {
    const auto number = value.is_number_unsigned() ? value.get<std::uint64_t>() : most + 1;
    if (number > most)
        throw Error(std::string(key) + ": expected an integer from 0 to " + std::to_string(most));
    return number;
}

/// More actions than a game can have (game_room.hpp).
constexpr std::size_t MOST_PLY = 1'000'000;

Request new_game(const Json& object) {
    NewGame game;
    game.variant = text(object, "variant", game.variant);
    game.setup = text(object, "setup", game.setup);
    game.players = {text(object, "white", game.players[0]), text(object, "black", game.players[1])};
    if (const auto levels = object.find("levels"); levels != object.end()) {
        if (!levels->is_array() || levels->size() != 2)
            throw Error("levels: expected one for white and one for black");
        for (std::size_t side = 0; side < 2; ++side)
            game.levels[side] = static_cast<int>(count((*levels)[side], "levels", HIGHEST_LEVEL));
    }
    game.moves = text(object, "moves", "", std::string::npos);
    return game;
}

Request play(const Json& object) {
    if (!object.contains("ply")) throw Error("ply: expected the number of actions so far");
    return PlayAction{text(object, "action", ""), count(object["ply"], "ply", MOST_PLY)};
}

Request look(const Json& object) {
    Look look;
    if (const auto ply = object.find("ply"); ply != object.end() && !ply->is_null())
        look.ply = count(*ply, "ply", MOST_PLY);
    const auto turned = object.find("turned");
    look.turned = turned != object.end() && turned->is_boolean() && turned->get<bool>();
    return look;
}

} // namespace

Request parse_request(std::string_view message) {
    const Json object = parse_json(message);
    if (!object.is_object()) throw Error("expected a JSON object");
    const std::string what = text(object, "do", "");
    if (what == "new") return new_game(object);
    if (what == "watch") return WatchGame{text(object, "game", "")};
    if (what == "play") return play(object);
    if (what == "look") return look(object);
    const auto wish = std::ranges::find(ROOM_COMMANDS, what);
    if (wish == ROOM_COMMANDS.end()) throw Error("no request " + in_quotes(what));
    return static_cast<RoomCommand>(wish - ROOM_COMMANDS.begin());
}

} // namespace agon::match
