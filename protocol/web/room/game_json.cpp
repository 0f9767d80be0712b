#include "protocol/web/room/game_json.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/ending_json.hpp"
#include "protocol/web/room/game_room.hpp"
#include "protocol/web/room/hint_json.hpp"
#include "protocol/web/room/played_json.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace agon::page {
namespace {

Json players_json(const GameRoom& room) {
    Json players = Json::array();
    for (const Side side : BOTH_SIDES) {
        const auto& chair = room.chair(side);
        const bool person = room.session().is_person(side);
        players.push_back({{"kind", person ? "person" : "engine"},
                           {"name", chair ? chair->engine : room.person_name(side)},
                           {"level", chair ? chair->level : 0}});
    }
    return players;
}

/// Two digits are enough: three would differ after each action of a person.
double seconds(Microseconds elapsed) {
    return std::round(std::chrono::duration<double>(elapsed).count() * 100) / 100;
}

bool is_that(const PlayedFact& known, const ActionRecord& action) {
    const Evaluation& said = action.evaluation;
    return known.move == action.move && known.kind == said.kind && known.value == said.value &&
           known.depth == said.depth && known.elapsed == action.elapsed;
}

/// Those of `before` as far as they are the same.
std::vector<std::shared_ptr<const PlayedFact>>
actions_of(const GameSession& game, std::vector<std::shared_ptr<const PlayedFact>> facts,
           const Position& first) {
    const auto& actions = game.actions();
    std::size_t same = 0;
    while (same < std::min(facts.size(), actions.size()) && is_that(*facts[same], actions[same]))
        ++same;
    facts.resize(same);
    Position position = same == 0 ? first : facts.back()->after;
    for (std::size_t i = same; i < actions.size(); ++i) {
        const ActionRecord& action = actions[i];
        const Evaluation& said = action.evaluation;
        Json json{play_marked(game.rules().rules, position, action.move)};
        if (said.kind != Evaluation::Kind::None || seconds(action.elapsed) > 0) {
            json.push_back(score_text(of_white(said, action.chooser)));
            json.push_back(said.depth);
            json.push_back(seconds(action.elapsed));
        }
        facts.push_back(
            std::make_shared<PlayedFact>(PlayedFact{position, action.move, said.kind, said.value,
                                                    said.depth, action.elapsed, one_line(json)}));
    }
    return facts;
}

Json evaluation_json(const Evaluation& evaluation, Side side, std::string_view judge) {
    if (evaluation.kind == Evaluation::Kind::None) return nullptr;
    const Evaluation score = of_white(evaluation, side);
    return {{"score", score_text(score)},
            {"share", std::round(expected_points(score) * 1000) / 1000},
            {"depth", evaluation.depth},
            {"judge", judge}};
}

/// Of the hint, of the engine at work, or the last that an engine has given.
Json evaluation_of(const GameRoom& room, const std::optional<Advice>& expected) {
    const GameSession& game = room.session();
    Json found;
    if (const auto& hint = game.hint())
        found = evaluation_json(hint->evaluation, hint->side, "adviser");
    if (found.is_null() && expected)
        found = evaluation_json(expected->evaluation, expected->side, side_key(expected->side));
    for (std::size_t i = game.actions().size(); found.is_null() && i > 0; --i) {
        const ActionRecord& action = game.actions()[i - 1];
        found = evaluation_json(action.evaluation, action.chooser, side_key(action.chooser));
    }
    return found;
}

void add_position(Json& json, const GameRoom& room, const Game& game) {
    const RuleSet& rules = game.rules();
    const Position& position = game.position();
    const bool over = game.outcome() || (!room.analysis() && room.session().verdict());
    json["position"] = to_text(position);
    json["turn"] = side_key(position.turn);
    json["chooser"] = side_key(game.chooser());
    json["owed"] = cells_json(over ? Bitboard() : pieces_to_settle(rules, position));
    MoveList moves;
    const bool acts = room.analysis() ? !room.analysis()->draft : room.awaits_person();
    if (acts && !over) legal_moves(rules, position, moves);
    json["legal"] = Json::array();
    for (const Move move : moves) json["legal"].push_back(to_text(move));
}

} // namespace

GameFacts game_facts(const GameRoom& room, const GameFacts& before) {
    const GameSession& game = room.session();
    const Analysis* const analysis = room.analysis();
    const Position first = game.settings().first.value_or(game.rules().start());
    GameFacts facts;
    if (analysis != nullptr)
        facts.tree = analysis->tree.version();
    else
        facts.actions = actions_of(game, before.actions, first);
    Json& json = facts.fields;
    json["variant"] = game.rules().variant;
    json["setup"] = game.rules().setup;
    json["first"] = to_text(first);
    json["players"] = players_json(room);
    if (analysis) json["ply"] = analysis->tree.depth(analysis->node);
    add_position(json, room, room.shown_game());
    json["result"] = game.verdict() && !analysis ? to_text(game.verdict()->result) : "";
    json["ending"] = analysis ? Json() : ending_json(game);
    json["thinking"] = room.thinking();
    json["paused"] = room.paused();
    json["hinting"] = game.hint_coming();
    json["redo"] = game.can_redo();
    json["notice"] = room.notice();
    const std::optional<Advice> expected = analysis ? std::nullopt : room.expectation();
    json["evaluation"] = analysis ? Json() : evaluation_of(room, expected);
    json["expected"] = texts_json(expected ? expected->line : std::vector<Move>());
    json["hint"] = game.hint() ? hint_json(game.game(), *game.hint()) : Json();
    json["task"] = room.task() ? room.task()->json(game.game()) : Json();
    json["review"] = room.review_state();
    add_analysis(json, room);
    return facts;
}

namespace {

Json actions_from(const GameFacts& facts, std::size_t from) {
    Json list = Json::array();
    for (std::size_t i = from; i < facts.actions.size(); ++i)
        list.push_back(Json::parse(facts.actions[i]->json));
    return {{"from", from}, {"list", std::move(list)}};
}

} // namespace

Json whole_json(const GameFacts& now, const GameRoom& room) {
    Json json = now.fields;
    json["tree"] = room.analysis() ? room.analysis()->tree.json() : Json();
    if (!room.analysis()) json["actions"] = actions_from(now, 0);
    return json;
}

Json changes_json(const GameFacts& before, const GameFacts& now, const GameRoom& room) {
    Json json = Json::object();
    std::size_t from = 0;
    while (from < std::min(before.actions.size(), now.actions.size()) &&
           (before.actions[from] == now.actions[from] ||
            before.actions[from]->json == now.actions[from]->json))
        ++from;
    if (from < before.actions.size() || from < now.actions.size())
        json["actions"] = actions_from(now, from);
    for (const auto& [key, value] : now.fields.items())
        if (const auto old = before.fields.find(key); old == before.fields.end() || *old != value)
            json[key] = value;
    if (before.tree == now.tree) return json;
    if (Json changes = room.analysis()->tree.changes_since(before.tree); !changes.is_null())
        json["changes"] = std::move(changes);
    else
        json["tree"] = room.analysis()->tree.json();
    return json;
}

Json game_entry(const std::string& name, const GameRoom& room) {
    const GameSession& game = room.session();
    return {{"game", name},
            {"variant", game.rules().variant},
            {"players", players_json(room)},
            {"length", game.actions().size()},
            {"ending", ending_json(game)}};
}

} // namespace agon::page
