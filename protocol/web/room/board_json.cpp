#include "protocol/web/room/board_json.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/scene.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace agon::page {

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

} // namespace agon::page
