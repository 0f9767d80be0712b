#include "protocol/web/room/board_json.hpp"

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

Game game_at(Game game, std::size_t ply) {
    while (game.length() > ply) game.undo();
    return game;
}

} // namespace agon::page
