#include "protocol/web/room/game_json.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/game_room.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace agon::page {
namespace {

void add_score(Json& json, const Evaluation& evaluation, Side side, const std::string& judge) {
    if (evaluation.kind == Evaluation::Kind::None) return;
    const Evaluation score = of_white(evaluation, side);
    json["score"] = score_text(score);
    json["share"] = expected_points(score);
    json["judge"] = judge;
    json["depth"] = evaluation.depth;
}

Json actions_json(const GameSession& game) {
    Json actions = Json::array();
    for (const ActionRecord& action : game.actions())
        actions.push_back({name(action.chooser), to_text(action.move),
                           score_text(of_white(action.evaluation, action.chooser)),
                           action.evaluation.depth,
                           std::chrono::duration<double>(action.elapsed).count()});
    return actions;
}

/// The last score of an engine up to that position.
void add_last_score(Json& json, const GameSession& game, std::size_t ply) {
    for (std::size_t i = ply; i > 0; --i) {
        const ActionRecord& action = game.actions()[i - 1];
        if (action.evaluation.kind != Evaluation::Kind::None)
            return add_score(json, action.evaluation, action.chooser, game.name(action.chooser));
    }
}

Json task_json(const GameRoom& room) {
    const Task& task = *room.task();
    const TaskState state = room.task_state();
    Json json{{"title", task.title}, {"text", task.text}, {"goal", task.goal}};
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
    const GameSession& game = room.session();
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
    const std::span<const Move> plan(line.data(), std::min(line.size(), MAX_ARROWS));

    Json json{{"topic", "game"}};
    json.update(board_json(game_at(game.game(), ply), look.turned, plan,
                           analysis || (present && game.awaits_person() &&
                                        (!room.task() || room.task_state() == TaskState::Open))));
    add_analysis(json, room);
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

Json game_title(const std::string& name, const GameRoom& room) {
    const GameSession& game = room.session();
    return {
        {"game", name},
        {"title", fmt::format("{} vs {}, {}, {} actions{}", game.name(Side::White),
                              game.name(Side::Black), game.rules().variant, game.actions().size(),
                              game.verdict() ? ", " + game.verdict()->reason : "")}};
}

} // namespace agon::page
