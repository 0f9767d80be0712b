#include "protocol/page/page_json.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/scene.hpp"
#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/page/game_room.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <spdlog/fmt/fmt.h>
#include <sstream>

namespace agon::embedded {
extern const std::string_view RECORD_HTML; // record.html
}

namespace agon::page {

bool check_json_depth(int around, Json::parse_event_t event, const Json&) {
    const bool begins =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (begins && around >= MOST_JSON_DEPTH)
        throw Error("lists and objects are nested more than " + std::to_string(MOST_JSON_DEPTH) +
                    " deep");
    return true;
}

Json parse_json(std::string_view text) { return Json::parse(text, check_json_depth, false); }

std::string one_line(const Json& json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

namespace {

constexpr std::size_t MOST_BYTES = 100; // of a name or an action
constexpr std::size_t MOST_POSITION = 1000;
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
    return static_cast<std::size_t>(number);
}

bool flag(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() && found->get<bool>();
}

/// More actions than a game can have (game_room.hpp).
constexpr std::size_t MOST_PLY = 1'000'000;
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
            game.levels[side] = static_cast<int>(count((*levels)[side], "levels", HIGHEST_LEVEL));
    }
    game.position = text(object, "position", "", MOST_POSITION);
    game.moves = text(object, "moves", "", std::string::npos);
    game.resigned = text(object, "resigned", "");
    game.analysis = flag(object, "analysis");
    return game;
}

std::string needed(const Json& object, const char* key, std::size_t most = std::string::npos) {
    if (!object.contains(key)) throw Error(std::string(key) + ": expected a text");
    return text(object, key, "", most);
}

Request task(const Json& object) {
    if (flag(object, "analysis")) throw Error("analysis: a task is no analysis board");
    Task task{.title = text(object, "title", ""),
              .text = text(object, "text", "", MOST_POSITION),
              .wish = text(object, "wish", "", MOST_POSITION),
              .accepted = {}};
    task.missed = text(object, "missed", task.missed, MOST_POSITION);
    const auto accept = object.find("accept");
    if (accept == object.end() || !accept->is_array() || accept->empty() ||
        accept->size() > MAX_MOVES ||
        !std::ranges::all_of(*accept, [](const Json& action) { return action.is_string(); }))
        throw Error("accept: expected a list of actions");
    task.accepted = accept->get<std::vector<std::string>>();
    const std::string line = text(object, "line", "", MOST_POSITION);
    for (std::string_view rest = line; !rest.empty();) task.line.emplace_back(next_word(rest));
    return BeginTask{std::get<NewGame>(new_game(object)), std::move(task)};
}

Request learn(const Json& object) {
    return BeginLesson{text(object, "variant", std::string(DEFAULT_PRESET)),
                       object.contains("lesson") ? count(object["lesson"], "lesson", MOST_PLY) : 0};
}

Request play(const Json& object) {
    if (!object.contains("ply")) throw Error("ply: expected the number of actions so far");
    return PlayAction{text(object, "action", ""), count(object["ply"], "ply", MOST_PLY)};
}

Request look(const Json& object) {
    Look look;
    if (const auto ply = object.find("ply"); ply != object.end() && !ply->is_null())
        look.ply = count(*ply, "ply", MOST_PLY);
    look.turned = flag(object, "turned");
    look.better = flag(object, "better");
    return look;
}

Request analyse(const Json& object) {
    Analyse wish;
    if (object.contains("on")) wish.on = flag(object, "on");
    if (object.contains("threat")) wish.threat = flag(object, "threat");
    if (object.contains("lines"))
        wish.lines = std::max<std::size_t>(count(object["lines"], "lines", Analyse::MOST_LINES), 1);
    return wish;
}

Request node(const Json& object) {
    if (!object.contains("node")) throw Error("node: expected a number");
    return TreeNode{count(object["node"], "node", MAX_NODE), text(object, "what", "show")};
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
    if (what == "task") return task(object);
    if (what == "watch") return WatchGame{text(object, "game", "")};
    if (what == "play") return play(object);
    if (what == "look") return look(object);
    if (what == "analyse") return analyse(object);
    if (what == "node") return node(object);
    if (what == "edit")
        return EditBoard{text(object, "what", ""), text(object, "cell", ""),
                         text(object, "piece", ""), text(object, "position", "", MOST_POSITION)};
    const auto wish = std::ranges::find(ROOM_COMMANDS, what);
    if (wish == ROOM_COMMANDS.end()) throw Error("no request " + in_quotes(what));
    return static_cast<RoomCommand>(wish - ROOM_COMMANDS.begin());
}

namespace {

std::string says(const Game& game) {
    const auto outcome = game.outcome();
    return (game.length() > 0 ? last_action_sentence(game) + ' ' : "") +
           (outcome ? end_sentence(game, *outcome) : turn_sentence(game));
}

Json texts_json(std::span<const Move> moves) {
    Json texts = Json::array();
    for (const Move move : moves) texts.push_back(to_text(move));
    return texts;
}

Json cells_json(const Position& position) {
    Json cells = Json::object();
    for (const SceneCell& seen : scene_of(position).cells)
        if (seen.side)
            cells[seen.cell.text()] = std::string(name(*seen.side)) +
                                      (seen.kind == Piece::Queen ? " queen" : " guard") +
                                      (seen.captured ? ", captured" : "");
    return cells;
}

} // namespace

Json board_json(const Game& game, bool turned, std::span<const Move> plan, bool acts) {
    const auto outcome = game.outcome();
    Json legal = Json::array();
    if (acts && !outcome) {
        MoveList moves;
        legal_moves(game.rules(), game.position(), moves);
        for (const Move move : moves) legal.push_back(to_text(move));
    }
    const Move last = game.length() > 0 ? game.move(game.length() - 1) : Move();
    return {{"svg", svg_diagram(game.position(), {.last = last, .turned = turned, .plan = plan})},
            {"cells", cells_json(game.position())},
            {"says", says(game)},
            {"position", to_text(game.position())},
            {"legal", legal}};
}

Game game_at(Game game, std::size_t ply) {
    while (game.length() > ply) game.undo();
    return game;
}

namespace {

constexpr std::size_t MOST_ARROWS = 4;

/// White's part of the bar: 0.73 of it at +2.00.
double share(const Evaluation& of_white) {
    if (of_white.kind == Evaluation::Kind::Mate) return of_white.value > 0 ? 1 : 0;
    return 1 / (1 + std::exp(of_white.value / -200.0));
}

void add_score(Json& json, const Evaluation& evaluation, Side side, const std::string& judge) {
    if (evaluation.kind == Evaluation::Kind::None) return;
    const Evaluation score = of_white(evaluation, side);
    json["score"] = score_text(score);
    json["share"] = share(score);
    json["judge"] = judge;
    json["depth"] = evaluation.depth;
}

Json actions_json(const Sitting& game) {
    Json actions = Json::array();
    for (const ActionRecord& action : game.actions())
        actions.push_back({name(action.chooser), to_text(action.move),
                           score_text(of_white(action.evaluation, action.chooser)),
                           action.evaluation.depth,
                           std::chrono::duration<double>(action.elapsed).count()});
    return actions;
}

/// The last score of an engine up to that position.
void add_last_score(Json& json, const Sitting& game, std::size_t ply) {
    for (std::size_t i = ply; i > 0; --i) {
        const ActionRecord& action = game.actions()[i - 1];
        if (action.evaluation.kind != Evaluation::Kind::None)
            return add_score(json, action.evaluation, action.chooser, game.name(action.chooser));
    }
}

Json task_json(const GameRoom& room) {
    const Task& task = *room.task();
    const TaskState state = room.task_state();
    Json json{{"title", task.title}, {"text", task.text}, {"wish", task.wish}};
    if (task.lesson) {
        json["lesson"] = *task.lesson;
        json["lessons"] = task.lessons;
    }
    json["state"] = state == TaskState::Open   ? "open"
                    : state == TaskState::Done ? "done"
                                               : "missed";
    json["verdict"] = state == TaskState::Open   ? ""
                      : state == TaskState::Done ? "Right."
                                                 : task.missed;
    return json;
}

} // namespace

Json game_json(const GameRoom& room, const Look& look) {
    const Sitting& game = room.sitting();
    const Analysis* const analysis = room.analysis();
    const std::size_t length = game.actions().size();
    const std::size_t ply = std::min(analysis ? room.depth() : look.ply.value_or(length), length);
    const bool present = ply == length;
    std::optional<Advice> advice;
    if (present) advice = game.hint() ? game.hint() : room.expectation();
    std::vector<Move> line;
    if (advice) line = advice->line;
    if (present && room.task_state() == TaskState::Done) line = room.task_line();
    if (look.better && room.review()) line = room.review()->better(ply);
    if (analysis && !analysis->found.empty()) {
        advice = analysis->found.front();
        line.clear(); // what each line begins with; or the only one
        for (const Advice& each : analysis->found)
            if (!each.line.empty()) line.push_back(each.line.front());
        if (analysis->found.size() == 1) line = advice->line;
    }
    const std::span<const Move> plan(line.data(), std::min(line.size(), MOST_ARROWS));

    Json json{{"topic", "game"}};
    json.update(board_json(game_at(game.game(), ply), look.turned, plan,
                           analysis || (present && game.awaits_person() &&
                                        (!room.task() || room.task_state() == TaskState::Open))));
    if (analysis) json["analysis"] = analysis_json(room);
    if (analysis && analysis->draft) {
        const Position& draft = *analysis->draft;
        json["svg"] = svg_diagram(draft, {.turned = look.turned});
        json["cells"] = cells_json(draft);
        json["position"] = to_text(draft);
        json["legal"] = Json::array();
        json["says"] = "You are setting up a position. " + capital_name(draft.turn) + " acts.";
    }
    if (present && game.verdict() && !game.game().outcome()) json["says"] = game.sentence();
    json["ply"] = ply;
    json["length"] = length;
    json["turned"] = look.turned;
    json["variant"] = game.rules().variant;
    json["setup"] = game.rules().setup;
    for (const Side side : BOTH_SIDES) {
        json["names"].push_back(game.name(side));
        json["people"].push_back(game.is_person(side));
    }
    json["turn"] = name(game_at(game.game(), analysis ? ply : length).chooser());
    json["result"] = game.verdict() ? to_text(game.verdict()->result) : "";
    json["ending"] = game.verdict() ? game.verdict()->reason : "";
    for (const Side side : BOTH_SIDES)
        if (game.verdict() && *game.verdict() == resignation(side)) json["resigned"] = name(side);
    json["thinking"] = room.thinking();
    json["paused"] = room.paused();
    json["hinting"] = game.hint_coming();
    json["redo"] = game.can_redo();
    json["notice"] = room.notice();
    json["aim"] = common_sentence(game.rules().rules, CommonRule::Aim);
    json["advice"] = present && game.hint().has_value();
    if (advice && advice->evaluation.kind != Evaluation::Kind::None)
        add_score(json, advice->evaluation, advice->side,
                  game.hint() || analysis ? "the adviser" : game.name(advice->side));
    else if (!analysis)
        add_last_score(json, game, ply);
    json["line"] = texts_json(line);
    json["actions"] = actions_json(game);
    if (room.task()) json["task"] = task_json(room);
    if (game.settings().first) json["first"] = to_text(*game.settings().first);
    json["review"] = room.review_state();
    return json;
}

namespace {

/// Of a review that may be under way.
void add_review(Json& json, const Review& review) {
    const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(); };
    for (const char* const list : {"chances", "scores", "losses", "mistakes"})
        json[list] = Json::array();
    for (std::size_t ply = 0; ply < review.size(); ++ply) {
        const std::string score = score_text(review.evaluation(ply));
        json["chances"].push_back(or_null(review.chances(ply)));
        json["scores"].push_back(score.empty() ? Json() : Json(score));
        if (ply + 1 < review.size()) json["losses"].push_back(or_null(review.loss(ply)));
    }
    for (const Mistake& mistake : review.mistakes()) {
        const Json line = texts_json(mistake.better);
        json["mistakes"].push_back({{"ply", mistake.ply},
                                    {"side", name(mistake.side)},
                                    {"action", to_text(mistake.move)},
                                    {"kind", to_text(mistake.judgement)},
                                    {"glyph", glyph(mistake.judgement)},
                                    {"loss", mistake.loss},
                                    {"better", line.front()},
                                    {"line", line},
                                    {"reason", mistake.reason},
                                    {"says", mistake.sentence()}});
    }
}

} // namespace

Json review_json(const GameRoom& room) {
    const Review& review = *room.review();
    Json json{{"topic", "review"},
              {"state", room.review_state()},
              {"done", review.done()},
              {"all", review.size()}};
    add_review(json, review);
    const auto totals = counts(review.mistakes());
    for (const Side side : BOTH_SIDES)
        json["totals"][std::string(name(side))] = {totals[side][1], totals[side][2],
                                                   totals[side][3]};
    return json;
}

namespace {

/// The pictures of a game, which share most of their lines.
class Pictures {
public:
    /// The numbers of its lines: the first of each run, and how many follow on each other.
    Json add(const Game& game, std::span<const Move> plan) {
        const Move last = game.length() > 0 ? game.move(game.length() - 1) : Move();
        std::istringstream svg(
            svg_diagram(game.position(), {.last = last, .turned = false, .plan = plan}));
        Json runs = Json::array();
        std::size_t next = 0;
        for (std::string line; std::getline(svg, line);) {
            if (line.starts_with("<title>")) continue; // differs in each
            const auto [found, fresh] = numbers_.try_emplace(line, numbers_.size());
            if (fresh) lines_.push_back(line);
            const std::size_t number = found->second;
            if (number != next || runs.empty())
                runs.insert(runs.end(), {number, 1});
            else
                runs.back() = runs.back().get<std::size_t>() + 1;
            next = number + 1;
        }
        return runs;
    }
    [[nodiscard]] const Json& lines() const { return lines_; }

private:
    std::map<std::string, std::size_t> numbers_;
    Json lines_ = Json::array();
};

} // namespace

Json record_json(const Game& game, const PerSide<std::string>& names, const std::string& ending,
                 const Review* review) {
    Pictures pictures;
    Json json{{"title",
               fmt::format("{} - {}{}{}", names[0], names[1], ending.empty() ? "" : ": ", ending)},
              {"chances", Json::array()},
              {"mistakes", Json::array()}};
    if (review != nullptr) add_review(json, *review);
    for (std::size_t ply = 0; ply <= game.length(); ++ply) {
        const Game at = game_at(game, ply);
        json["boards"].push_back(pictures.add(at, {}));
        json["says"].push_back(says(at));
        if (ply > 0) json["actions"].push_back(to_text(game.move(ply - 1)));
    }
    json["better"] = Json::object();
    for (const Json& mistake : json["mistakes"]) {
        const auto ply = mistake["ply"].get<std::size_t>();
        const std::vector<Move>& line = review->better(ply);
        json["better"][std::to_string(ply)] = pictures.add(
            game_at(game, ply), std::span(line.data(), std::min(line.size(), MOST_ARROWS)));
    }
    json["lines"] = pictures.lines();
    return json;
}

std::string record_page(const std::vector<Json>& games) {
    constexpr std::string_view DATA = "AGON_RECORDS";
    std::string data;
    for (const char c : one_line(games)) // no tag ends the script
        data += c == '<' ? std::string("\\u003c") : std::string(1, c);
    std::string page(embedded::RECORD_HTML);
    return page.replace(page.find(DATA), DATA.size(), data);
}

Json game_title(const std::string& name, const GameRoom& room) {
    const Sitting& game = room.sitting();
    return {
        {"game", name},
        {"title", fmt::format("{} vs {}, {}, {} actions{}", game.name(Side::White),
                              game.name(Side::Black), game.rules().variant, game.actions().size(),
                              game.verdict() ? ", " + game.verdict()->reason : "")}};
}

} // namespace agon::page
