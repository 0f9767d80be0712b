#include "tools/arena/web/game_json.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/scene.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/record.hpp"

#include <algorithm>
#include <cmath>
#include <spdlog/fmt/fmt.h>

namespace agon::match {
namespace {

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
    std::string says = game.length() > 0 ? last_action_sentence(game) + ' ' : "";
    says += outcome ? end_sentence(game, *outcome) : turn_sentence(game);
    Json legal = Json::array();
    if (acts && !outcome) {
        MoveList moves;
        legal_moves(game.rules(), game.position(), moves);
        for (const Move move : moves) legal.push_back(to_text(move));
    }
    const Move last = game.length() > 0 ? game.move(game.length() - 1) : Move();
    return {{"svg", svg_diagram(game.position(), {.last = last, .turned = turned, .plan = plan})},
            {"cells", cells_json(game.position())},
            {"says", says},
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

} // namespace

Json game_json(const GameRoom& room, const Look& look) {
    const Sitting& game = room.sitting();
    const std::size_t length = game.actions().size();
    const std::size_t ply = std::min(look.ply.value_or(length), length);
    const bool present = ply == length;
    std::optional<Advice> advice;
    if (present) advice = game.hint() ? game.hint() : room.expectation();
    std::vector<Move> line;
    if (advice) line = advice->line;
    const std::span<const Move> plan(line.data(), std::min(line.size(), MOST_ARROWS));

    Json json{{"topic", "game"}};
    json.update(
        board_json(game_at(game.game(), ply), look.turned, plan, present && game.awaits_person()));
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
    json["turn"] = name(game.chooser());
    json["result"] = game.verdict() ? to_text(game.verdict()->result) : "";
    json["ending"] = game.verdict() ? game.verdict()->reason : "";
    json["thinking"] = room.thinking();
    json["paused"] = room.paused();
    json["hinting"] = game.hint_coming();
    json["redo"] = game.can_redo();
    json["notice"] = room.notice();
    json["advice"] = present && game.hint().has_value();
    if (advice && advice->evaluation.kind != Evaluation::Kind::None)
        add_score(json, advice->evaluation, advice->side,
                  game.hint() ? "the adviser" : game.name(advice->side));
    else
        add_last_score(json, game, ply);
    json["line"] = Json::array();
    for (const Move move : line) json["line"].push_back(to_text(move));
    json["actions"] = actions_json(game);
    return json;
}

Json game_title(const std::string& name, const GameRoom& room) {
    const Sitting& game = room.sitting();
    return {
        {"game", name},
        {"title", fmt::format("{} vs {}, {}, {} actions{}", game.name(Side::White),
                              game.name(Side::Black), game.rules().variant, game.actions().size(),
                              game.verdict() ? ", " + game.verdict()->reason : "")}};
}

} // namespace agon::match
