#include "tools/arena/web/lobby.hpp"

#include "engine/error.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/pgn.hpp"
#include "tools/arena/journal/json_lines.hpp"
#include "tools/arena/web/assets.hpp"
#include "tools/arena/web/game_json.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace agon::match {
namespace {

constexpr Milliseconds ROUNDS{500}; ///< between two looks for games that nobody watches
constexpr std::size_t LISTED_GAMES = 20;

/// Of a game that was dropped, or was there before a restart.
class GameGone : public Error {
public:
    using Error::Error;
};

} // namespace

Lobby::Lobby(boost::asio::io_context& loop, LobbySettings settings)
    : loop_(loop), settings_(std::move(settings)), rest_timer_(loop) {
    if (!settings_.variant_path.empty()) presets_.load(settings_.variant_path);
    rest_unwatched();
}

Lobby::~Lobby() = default;

void Lobby::stop() {
    stopped_ = true; // a timer that has expired is not cancelled: its handler still comes
    rest_timer_.cancel();
    tables_.clear();
}

std::optional<Document> Lobby::document(std::string_view path) {
    constexpr std::string_view GAMES = "/games/";
    constexpr std::string_view PGN = ".pgn";
    if (auto page = serve_asset(path)) return page;
    if (!path.starts_with(GAMES) || !path.ends_with(PGN) || path.size() < GAMES.size() + PGN.size())
        return std::nullopt;
    const std::string name(path.substr(GAMES.size(), path.size() - GAMES.size() - PGN.size()));
    const auto table = tables_.find(name);
    if (table == tables_.end()) return std::nullopt;
    const Sitting& game = table->second.room->sitting();
    const GameRecord record = game.record(std::chrono::system_clock::now());
    return Document{"text/plain; charset=us-ascii",
                    to_pgn(record, game.rules(), {.event = "Agon game", .site = "?"}),
                    "agon-" + name + ".pgn"};
}

// --- windows -------------------------------------------------------------------------------------

void Lobby::opened(Peer& peer) {
    windows_.try_emplace(&peer);
    Json json{{"topic", "lobby"}, {"variants", Json::array()}, {"setups", {"preset"}}};
    for (const Preset& preset : presets_.all())
        json["variants"].push_back({{"name", preset.name}, {"book", preset.book}});
    for (const auto name : setup_names()) json["setups"].push_back(name);
    json["players"].push_back(PERSON);
    for (const EngineConfig& engine : settings_.engines) json["players"].push_back(engine.name);
    json["games"] = Json::array();
    for (const auto& [name, table] : tables_) {
        if (json["games"].size() == LISTED_GAMES) break;
        json["games"].push_back(game_title(name, *table.room));
    }
    peer.send("lobby", one_line(json));
}

void Lobby::closed(Peer& peer) {
    const auto window = windows_.find(&peer);
    if (window == windows_.end()) return;
    leave(window->second);
    windows_.erase(window);
}

void Lobby::received(Peer& peer, std::string_view text) {
    const auto window = windows_.find(&peer);
    if (window == windows_.end()) return;
    try {
        obey(peer, window->second, parse_request(text));
    } catch (const std::exception& error) { // of the file system too
        const bool gone = dynamic_cast<const GameGone*>(&error) != nullptr;
        peer.send("refusal",
                  one_line({{"topic", "refusal"}, {"text", error.what()}, {"gone", gone}}));
    }
}

void Lobby::obey(Peer& peer, Window& window, const Request& request) {
    if (const auto* asked = std::get_if<NewGame>(&request)) watch(window, begin(window, *asked));
    if (const auto* asked = std::get_if<WatchGame>(&request)) watch(window, asked->game);
    GameRoom& room = room_of(window);
    if (const auto* look = std::get_if<Look>(&request)) window.look = *look;
    if (!std::holds_alternative<PlayAction>(request) &&
        !std::holds_alternative<RoomCommand>(request))
        return show(peer, window);
    window.look.ply.reset(); // whoever acts looks at the present
    if (const auto* action = std::get_if<PlayAction>(&request))
        return room.play(action->action, action->ply);
    switch (std::get<RoomCommand>(request)) {
    case RoomCommand::Undo: return room.change(&Sitting::undo);
    case RoomCommand::Redo: return room.change(&Sitting::redo);
    case RoomCommand::Hint: return room.hint();
    case RoomCommand::Hurry: return room.hurry();
    case RoomCommand::Resign: return room.change(&Sitting::resign);
    case RoomCommand::Pause: return room.pause();
    case RoomCommand::GoOn: return room.go_on();
    }
}

GameRoom& Lobby::room_of(const Window& window) {
    const auto table = tables_.find(window.game);
    if (table == tables_.end()) throw Error("this window shows no game");
    return *table->second.room;
}

void Lobby::watch(Window& window, const std::string& game) {
    const auto found = tables_.find(game);
    if (found == tables_.end())
        throw GameGone("the game " + in_quotes(game) + " is not here any more");
    leave(window);
    window = {game, {}};
    Table& table = found->second;
    ++table.windows;
    if (!std::exchange(table.awake, true)) table.room->wake();
}

void Lobby::leave(Window& window) {
    const auto table = tables_.find(window.game);
    if (table == tables_.end()) return;
    if (--table->second.windows == 0) table->second.left = std::chrono::steady_clock::now();
    window.game.clear();
}

void Lobby::show(const std::string& game) {
    for (auto& [peer, window] : windows_)
        if (window.game == game) show(*peer, window);
}

void Lobby::show(Peer& peer, const Window& window) {
    const auto table = tables_.find(window.game);
    if (table == tables_.end()) return;
    Json json = game_json(*table->second.room, window.look);
    json["game"] = window.game;
    peer.send("game", one_line(json));
}

// --- games ---------------------------------------------------------------------------------------

std::optional<EngineConfig> Lobby::player(const std::string& name, int level) const {
    if (name == PERSON) return std::nullopt;
    const auto found = std::ranges::find(settings_.engines, name, &EngineConfig::name);
    if (found == settings_.engines.end()) throw Error("there is no player " + in_quotes(name));
    EngineConfig config = *found;
    if (level == 0) return config;
    config.name += "-level-" + std::to_string(level);
    std::erase_if(config.options, [](const auto& option) { return option.first == "Level"; });
    config.options.emplace_back("Level", std::to_string(level));
    return config;
}

std::string Lobby::begin(const Window& window, const NewGame& asked) {
    GameRoomSettings settings;
    settings.rules = make_match_rules(asked.variant, asked.setup, settings_.variant_path, {});
    for (const Side side : BOTH_SIDES)
        settings.engines[index(side)] =
            player(asked.players[index(side)], asked.levels[index(side)]);
    settings.adviser = settings_.engines.front();
    settings.delay = settings_.delay;
    std::string_view moves = asked.moves;
    while (!moves.empty()) settings.moves.emplace_back(next_word(moves));
    evict_oldest(window.game);
    std::string name;
    do // not to be guessed, and unlike that of any game before a restart
        name = fmt::format("{:08x}", random_());
    while (tables_.contains(name));
    auto room =
        std::make_unique<GameRoom>(loop_, std::move(settings), [this, name] { show(name); });
    tables_[name].room = std::move(room);
    return name;
}

/// Drops the game that has been unwatched for longest when there are too many. `left`: a window
/// goes away from it.
void Lobby::evict_oldest(const std::string& left) {
    if (tables_.size() < settings_.most_games) return;
    auto oldest = tables_.end();
    for (auto table = tables_.begin(); table != tables_.end(); ++table)
        if (table->second.windows == (table->first == left ? 1 : 0) &&
            (oldest == tables_.end() || table->second.left < oldest->second.left))
            oldest = table;
    if (oldest == tables_.end())
        throw Error(fmt::format("{} games are being watched, which is as many as there may be",
                                tables_.size()));
    tables_.erase(oldest);
}

/// Ends engines of games that nobody has watched for a while: a reload takes less.
void Lobby::rest_unwatched() {
    for (auto& [name, table] : tables_)
        if (table.awake && table.windows == 0 &&
            std::chrono::steady_clock::now() - table.left > settings_.patience) {
            table.awake = false;
            table.room->rest();
        }
    rest_timer_.expires_after(ROUNDS);
    rest_timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled && !stopped_) rest_unwatched();
    });
}

} // namespace agon::match
