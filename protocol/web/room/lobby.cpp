#include "protocol/web/room/lobby.hpp"

#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"
#include "engine/notation/action_tree.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"
#include "protocol/lessons/lessons.hpp"
#include "protocol/puzzles/puzzles.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/result.hpp"
#include "protocol/web/room/game_json.hpp"
#include "protocol/web/room/refusal.hpp"
#include "protocol/web/room/review_json.hpp"
#include "protocol/web/room/rules_json.hpp"
#include "protocol/web/room/seats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <tuple>

namespace agon::page {
namespace {

constexpr Milliseconds ROUNDS{500}; ///< between two looks for games that nobody watches
constexpr std::size_t LISTED_GAMES = 20;
constexpr std::size_t MAX_OPENED = 20;      ///< games of one file
constexpr std::size_t MAX_RULES_FILES = 16; ///< and the built-in rules

constexpr const char* GONE = "gone"; ///< key of a game that was dropped

/// Of a task or an analysis: it is not kept.
class TaskHost final : public GameHost {
public:
    explicit TaskHost(std::unique_ptr<GameHost> host) : host_(std::move(host)) {}
    [[nodiscard]] std::unique_ptr<Player> player(std::size_t seat, PlayerEvents events) override {
        return host_->player(seat, std::move(events));
    }
    [[nodiscard]] TimeControl control(Side side) const override { return host_->control(side); }
    [[nodiscard]] Microseconds now() const override { return host_->now(); }
    [[nodiscard]] bool spend(Side side, Microseconds elapsed) override {
        return host_->spend(side, elapsed);
    }
    [[nodiscard]] std::string keep(const GameSession&) override { return ""; }
    void later(Milliseconds delay, std::function<void()> action) override {
        host_->later(delay, std::move(action));
    }

private:
    std::unique_ptr<GameHost> host_;
};

/// The names of a record without those that say no more than that there is a player.
PerSide<std::string> people(PerSide<std::string> names) {
    names = without_numbers(std::move(names));
    for (std::string& name : names)
        if (name == "?" || name == PERSON || name.starts_with(std::string(PERSON) + '-'))
            name.clear();
    return names;
}

void require_game(const GameRoom& room, std::string_view request) {
    if (room.analysis() != nullptr)
        throw Refusal("board", "an analysis board knows no " + in_quotes(request));
}

/// The numbers of the puzzles of each rule set, by difficulty.
Json puzzles_json() {
    Json numbers = Json::object();
    std::size_t number = 0;
    for (const Puzzle& puzzle : all_puzzles()) {
        Json& of_rules = numbers[puzzle.preset];
        if (of_rules.is_null()) of_rules = {Json::array(), Json::array(), Json::array()};
        of_rules[static_cast<std::size_t>(difficulty(puzzle))].push_back(number++);
    }
    return {{"topic", "puzzles"}, {"puzzles", std::move(numbers)}};
}

} // namespace

Lobby::Lobby(LobbyHost& host, LobbySettings settings)
    : host_(host), settings_(std::move(settings)), rules_(1) {
    if (!settings_.variant_path.empty()) {
        Rules& rules = rules_.emplace_back();
        rules.presets.load(settings_.variant_path);
        rules.file = std::filesystem::absolute(settings_.variant_path);
    }
    rest_unwatched();
}

Lobby::~Lobby() = default;

void Lobby::stop() {
    life_.reset();
    tables_.clear();
}

std::optional<std::string> Lobby::pgn(const std::string& game) const {
    const auto table = tables_.find(game);
    return table == tables_.end() ? host_.kept(game) : table->second.room->pgn();
}

// --- windows -------------------------------------------------------------------------------------

void Lobby::opened(Peer& peer) {
    windows_.try_emplace(&peer);
    greet(peer);
}

void Lobby::greet(Peer& peer) const {
    Json json{{"topic", "lobby"},
              {"version", MESSAGES_VERSION},
              {"engines", host_.engines()},
              {"levels", Json::array()},
              {"variants", Json::array()},
              {"setups", setup_names()},
              {"takesRules", settings_.takes_rules},
              {"server", settings_.server},
              {"puzzles", shipped_puzzle_count()}};
    for (const std::string& engine : host_.engines())
        if (host_.has_levels(engine)) json["levels"].push_back(engine);
    const std::size_t built_in = rules_.front().presets.all().size();
    for (const Rules& rules : rules_) {
        const auto& presets = rules.presets.all();
        const bool first = &rules == &rules_.front();
        for (std::size_t i = first ? 0 : built_in; i < presets.size(); ++i)
            if (first || &file_of(std::string(presets[i].name)) == &rules)
                json["variants"].push_back(variant_json(presets[i]));
    }
    json["games"] = Json::array();
    std::map<std::size_t, const decltype(tables_)::value_type*, std::greater<>> newest;
    for (const auto& entry : tables_) {
        const GameRoom& room = *entry.second.room;
        if (!room.task() && !room.analysis() && !room.session().actions().empty())
            newest.emplace(entry.second.number, &entry);
    }
    for (const auto& [_, entry] : newest) {
        if (json["games"].size() == LISTED_GAMES) break;
        json["games"].push_back(game_entry(entry->first, *entry->second.room));
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
        handle(peer, window->second, parse_request(text));
    } catch (const Refusal& refusal) {
        Json json{{"topic", "refusal"}, {"key", refusal.key()}};
        json.update(refusal.fields());
        json.update({{"text", refusal.what()}, {"gone", refusal.key() == GONE}});
        peer.send("refusal", one_line(json));
    } catch (const std::exception& error) { // of the file system too
        peer.send(
            "refusal",
            one_line({{"topic", "refusal"}, {"key", ""}, {"text", error.what()}, {"gone", false}}));
    }
}

void Lobby::handle(Peer& peer, Window& window, const Request& request) {
    if (const auto* asked = std::get_if<AddRules>(&request)) {
        with_key("rules", [&] { add_rules(*asked); });
        return greet(peer);
    }
    if (const auto* asked = std::get_if<ExplainRules>(&request)) {
        const Preset& preset = file_of(asked->variant).presets.at(asked->variant);
        return peer.send("rules", one_line(rules_json(preset)));
    }
    if (std::holds_alternative<ListPuzzles>(request))
        return peer.send("puzzles", one_line(puzzles_json()));
    if (const auto* asked = std::get_if<NewGame>(&request))
        watch(window, with_key("new", [&] { return begin(window, *asked); }));
    if (const auto* asked = std::get_if<BeginTask>(&request)) watch(window, begin(window, *asked));
    if (const auto* asked = std::get_if<BeginLesson>(&request))
        watch(window, begin(window, *asked));
    if (const auto* asked = std::get_if<BeginPuzzle>(&request))
        watch(window, begin(window, *asked));
    if (const auto* asked = std::get_if<OpenGames>(&request)) {
        watch(window, with_key("open", [&] { return open(window, *asked); }));
        greet(peer);
    }
    if (const auto* asked = std::get_if<WatchGame>(&request)) watch(window, asked->game);
    GameRoom& room = room_of(window);
    if (const auto* asked = std::get_if<Analyse>(&request)) return room.analyse(*asked);
    if (const auto* asked = std::get_if<TreeNode>(&request)) return room.change(*asked);
    if (const auto* asked = std::get_if<EditBoard>(&request)) return room.edit(*asked);
    if (const auto* asked = std::get_if<Resign>(&request)) {
        require_game(room, "resign");
        return room.resign(asked->side);
    }
    const auto* command = std::get_if<RoomCommand>(&request);
    if (command && *command == RoomCommand::Save)
        return peer.send("saved", one_line({{"topic", "saved"},
                                            {"file", "agon-" + window.game + ".pgn"},
                                            {"text", *pgn(window.game)}}));
    if (command && *command == RoomCommand::Page)
        return peer.send("saved", one_line({{"topic", "saved"},
                                            {"file", "agon-" + window.game + ".html"},
                                            {"text", room.record_page()}}));
    const auto* action = std::get_if<PlayAction>(&request);
    if ((!action && !command) || (command && *command == RoomCommand::Refresh)) {
        show(window.game, &peer);
        return show_review(window.game, &peer);
    }
    if (action) return room.play(action->action, action->ply);
    handle(room, *command);
}

void Lobby::handle(GameRoom& room, RoomCommand command) {
    require_game(room, ROOM_COMMANDS[static_cast<std::size_t>(command)]);
    switch (command) {
    case RoomCommand::Undo: return room.undo();
    case RoomCommand::Redo: return room.redo();
    case RoomCommand::Hint: return room.hint();
    case RoomCommand::Solve: return room.solve();
    case RoomCommand::Hurry: return room.hurry();
    case RoomCommand::Pause: return room.pause();
    case RoomCommand::GoOn: return room.go_on();
    case RoomCommand::Save:
    case RoomCommand::Page:
    case RoomCommand::Refresh: return;
    case RoomCommand::Review: return room.begin_review();
    case RoomCommand::StopReview: return room.stop_review();
    }
}

GameRoom& Lobby::room_of(const Window& window) {
    const auto table = tables_.find(window.game);
    if (table == tables_.end()) throw Refusal("none", "this window shows no game");
    return *table->second.room;
}

void Lobby::watch(Window& window, const std::string& game) {
    if (!tables_.contains(game)) restore(window, game);
    Table& table = tables_.at(game);
    ++table.windows; // before it leaves, which ends a task
    leave(window);
    window = {game};
    if (!std::exchange(table.awake, true)) table.room->wake();
}

void Lobby::leave(Window& window) {
    const auto table = tables_.find(window.game);
    if (table == tables_.end()) return;
    if (--table->second.windows == 0) table->second.left = std::chrono::steady_clock::now();
    if (table->second.windows == 0 && table->second.room->task()) tables_.erase(table);
    window.game.clear();
}

/// Tells its windows what has changed. `fresh`, one of them, is sent everything.
void Lobby::show(const std::string& game, Peer* fresh) {
    const auto found = tables_.find(game);
    if (found == tables_.end()) return;
    Table& table = found->second;
    GameFacts now = game_facts(*table.room, table.shown);
    const auto text = [&](std::optional<std::size_t> base, const Json& fields) {
        Json json{{"topic", "game"}, {"game", game}, {"revision", table.revision}};
        if (base) json["base"] = *base;
        json.update(fields);
        return one_line(json);
    };
    const Json changes = changes_json(table.shown, now, *table.room);
    const bool changed = !changes.empty();
    if (changed) ++table.revision;
    const std::string news = changed ? text(table.revision - 1, changes) : "";
    table.shown = std::move(now);
    for (auto& [peer, window] : windows_)
        if (window.game == game && peer != fresh && changed) peer->send("game", news);
    if (fresh != nullptr)
        fresh->send("game", text(std::nullopt, whole_json(table.shown, *table.room)));
}

/// What there is of its review; to `fresh` alone if that is given.
void Lobby::show_review(const std::string& game, Peer* fresh) {
    const auto table = tables_.find(game);
    if (table == tables_.end() || table->second.room->review() == nullptr) return;
    const GameRoom& room = *table->second.room;
    Json json = review_json(*room.review(), room.review_state());
    json["game"] = game;
    const std::string text = one_line(json);
    for (auto& [peer, window] : windows_)
        if (window.game == game && (fresh == nullptr || fresh == peer)) peer->send("review", text);
}

// --- games ---------------------------------------------------------------------------------------

std::optional<Chair> Lobby::chair(const std::string& name, int level) const {
    if (name == PERSON) return std::nullopt;
    if (std::ranges::count(host_.engines(), name) == 0)
        throw Error("there is no player " + in_quotes(name));
    return Chair{name, level};
}

const Lobby::Rules& Lobby::file_of(const std::string& variant) const {
    const auto found = std::find_if(rules_.rbegin(), rules_.rend() - 1, [&](const Rules& rules) {
        return rules.presets.find(variant) != nullptr;
    });
    return *found;
}

MatchRules Lobby::rules_of(const std::string& variant, const std::string& setup) const {
    const Rules& file = file_of(variant);
    MatchRules rules = make_match_rules(file.presets, variant, setup, {});
    rules.variant_path = file.file;
    return rules;
}

FindRules Lobby::find_rules() const {
    return [this](const auto& variant, const auto& setup) {
        return rules_of(variant.value_or(std::string(DEFAULT_PRESET)), setup.value_or("preset"));
    };
}

void Lobby::add_rules(const AddRules& asked) {
    if (!settings_.takes_rules) throw Error("this server takes no rules files from pages");
    if (const auto known = std::ranges::find(rules_, std::optional(asked.text), &Rules::text);
        known != rules_.end()) { // a page sends its rules before each game
        std::rotate(known, known + 1, rules_.end());
        return;
    }
    Rules rules{.text = asked.text};
    std::istringstream in(asked.text);
    rules.presets.load(in, asked.file);
    rules.file = host_.rules_file(asked.text);
    if (rules_.size() == MAX_RULES_FILES) rules_.erase(rules_.begin() + 1);
    rules_.push_back(std::move(rules));
}

GameRoomSettings Lobby::settings_of(const NewGame& asked) const {
    GameRoomSettings settings;
    settings.rules = rules_of(asked.variant, asked.setup);
    settings.names = asked.names;
    if (!asked.position.empty())
        settings.first = parse_position(settings.rules.rules, asked.position);
    if (asked.analysis) {
        settings.tree = parse_action_tree(
            settings.rules.rules, settings.first.value_or(settings.rules.start()), asked.moves);
        return settings;
    }
    std::string_view moves = asked.moves;
    while (!moves.empty()) settings.moves.emplace_back(next_word(moves));
    for (const Side side : BOTH_SIDES)
        if (asked.resigned == name(side)) settings.verdict = resignation(side);
    return settings;
}

std::string Lobby::begin(const Window& window, const NewGame& asked) {
    GameRoomSettings settings = settings_of(asked);
    PerSide<std::optional<Chair>> chairs;
    for (const Side side : BOTH_SIDES)
        chairs[side] = chair(asked.players[side], asked.levels[side]);
    return begin(window, std::move(settings), chairs);
}

std::string Lobby::begin(const Window& window, const BeginTask& asked) {
    GameRoomSettings settings = settings_of(asked.game);
    settings.task = asked.task;
    return begin(window, std::move(settings), {});
}

std::string Lobby::begin(const Window& window, const BeginLesson& asked) {
    GameRoomSettings settings{.rules = rules_of(asked.variant, "preset")};
    const std::vector<Lesson> course = lessons(settings.rules.rules);
    if (asked.lesson >= course.size())
        throw Error(fmt::format("{} has {} lessons", asked.variant, course.size()));
    const Lesson& lesson = course[asked.lesson];
    settings.first = lesson.first;
    for (const Move move : lesson.before) settings.moves.push_back(to_text(move));
    settings.task = LessonTask{course, asked.lesson};
    return begin(window, std::move(settings), {});
}

std::string Lobby::begin(const Window& window, const BeginPuzzle& asked) {
    const auto& puzzles = all_puzzles();
    if (asked.number >= puzzles.size())
        throw Error(fmt::format("there are {} puzzles", puzzles.size()));
    const Puzzle& puzzle = puzzles[asked.number];
    GameRoomSettings settings{.rules = rules_of(puzzle.preset, "preset")};
    settings.first = parse_position(settings.rules.rules, puzzle.position);
    settings.task = PuzzleTask{puzzle, asked.number, puzzles.size()};
    return begin(window, std::move(settings), {});
}

/// Of a file with several games the first is shown.
std::string Lobby::open(const Window& window, const OpenGames& asked) {
    std::istringstream in(asked.pgn);
    const auto read = read_pgn(in, find_rules(), true);
    if (read.empty()) throw Error("the file has no game");
    if (const auto max = std::min(MAX_OPENED, settings_.most_games); read.size() > max)
        throw Error(
            fmt::format("the file has {} games; {} can be opened at once", read.size(), max));
    Games games;
    for (const RecordedGame& game : read) {
        GameRoomSettings settings{.rules = game.rules};
        if (game.record.first != game.rules.start()) settings.first = game.record.first;
        for (const ActionRecord& action : game.record.actions) {
            if (!action.forfeited.empty())
                throw Error("a game with forfeited turns is not played on");
            settings.moves.push_back(to_text(action.move));
        }
        if (game.record.verdict.result != Result::Unfinished)
            settings.verdict = game.record.verdict;
        settings.names = people(game.record.names);
        const auto words = game.tree.words();
        if (asked.analysis || words.size() > settings.moves.size()) settings.tree = game.tree;
        build(games, std::move(settings), {});
    }
    return take_in(std::move(games), window);
}

std::string Lobby::begin(const Window& window, GameRoomSettings settings,
                         const PerSide<std::optional<Chair>>& chairs) {
    Games games;
    build(games, std::move(settings), chairs);
    return take_in(std::move(games), window);
}

void Lobby::build(Games& games, GameRoomSettings settings,
                  const PerSide<std::optional<Chair>>& chairs, std::string name) {
    settings.chairs = chairs;
    for (auto& chair : settings.chairs) // of a link, or of a game with another engine of that name
        if (chair && !host_.has_levels(chair->engine)) chair->level = 0;
    settings.delay = settings_.delay;
    while (name.empty() || tables_.contains(name) ||
           std::ranges::count(games, name, &Built::name) > 0) // not to be guessed
        name = fmt::format("{:08x}{:04x}", random_(), random_() & 0xffffU);
    auto host = host_.game(settings.rules, settings.chairs, name);
    if (settings.task || settings.tree) host = std::make_unique<TaskHost>(std::move(host));
    auto room = std::make_unique<GameRoom>(
        std::move(host), std::move(settings), [this, name] { show(name); },
        [this, name] { show_review(name); });
    games.push_back({std::move(name), std::move(room)});
}

void Lobby::restore(const Window& window, const std::string& name) {
    const auto gone = [&name] {
        return Refusal(GONE, "the game " + in_quotes(name) + " is no longer here");
    };
    const auto pgn = host_.kept(name);
    if (!pgn) throw gone();
    std::istringstream in(*pgn);
    const auto read = with_key(GONE, [&] { return read_pgn(in, find_rules()); });
    if (read.empty()) throw gone();
    const RecordedGame& game = read.front();
    GameRoomSettings settings{
        .rules = game.rules, .names = people(game.record.names), .played = game.record.actions};
    settings.begun = game.record.begun;
    if (game.record.first != game.rules.start()) settings.first = game.record.first;
    if (game.record.verdict.result != Result::Unfinished) settings.verdict = game.record.verdict;
    Games games;
    with_key(GONE, [&] {
        build(games, std::move(settings), chairs_of(game.tags, host_.engines()), name);
    });
    (void)take_in(std::move(games), window);
}

std::string Lobby::take_in(Games games, const Window& window) {
    make_space(games.size(), window.game); // nothing is refused after this
    for (Built& game : games) {
        Table& table = tables_[game.name];
        table.room = std::move(game.room);
        table.number = ++begun_;
    }
    return games.front().name;
}

/// Drops the games that nobody has watched for longest, where `games` more are too many. A window
/// is about to leave the game `left`. Throws Error, and drops none, when too few can be dropped.
void Lobby::make_space(std::size_t games, const std::string& left) {
    const std::size_t size = tables_.size() + games;
    if (size <= settings_.most_games) return;
    std::vector<decltype(tables_)::iterator> idle;
    for (auto table = tables_.begin(); table != tables_.end(); ++table)
        if (table->second.windows == (table->first == left ? 1 : 0)) idle.push_back(table);
    const std::size_t excess = size - settings_.most_games;
    if (idle.size() < excess)
        throw Refusal("full", fmt::format("{} games are being watched, and {} is the limit",
                                          tables_.size() - idle.size(), settings_.most_games));
    std::ranges::sort(idle, {}, [&left](const auto& table) {
        const bool leaving = table->first == left;
        const bool ends = leaving && table->second.room->task().has_value(); // by itself
        return std::tuple(!ends, leaving, table->second.left, table->second.number);
    });
    for (std::size_t i = 0; i < excess; ++i) tables_.erase(idle[i]);
}

/// Ends engines of games that nobody has watched for a while: a reload takes less.
void Lobby::rest_unwatched() {
    for (auto& [name, table] : tables_)
        if (table.awake && table.windows == 0 &&
            std::chrono::steady_clock::now() - table.left > settings_.patience) {
            table.awake = false;
            table.room->rest();
        }
    host_.later(ROUNDS, [this, life = std::weak_ptr(life_)] {
        if (!life.expired()) rest_unwatched();
    });
}

} // namespace agon::page
