#include "protocol/web/room/hint_json.hpp"

#include "engine/notation/notation.hpp"
#include "protocol/web/room/board_json.hpp"
#include "protocol/web/room/played_json.hpp"

#include <string_view>

namespace agon::page {
namespace {

/// What comes off the other side's board or is captured by the action.
Bitboard taken(const Position& before, const Position& after, Move move) {
    const Side enemy = ~before.turn;
    Bitboard cells = (after.captured - before.captured) & after.pieces[enemy];
    if (!move.is_pass() && !before.captured.contains(move.from()))
        cells |= before.pieces[enemy] - after.pieces[enemy];
    return cells;
}

std::string_view key_of(const Game& before, const Game& after, Move move, Bitboard taken) {
    const auto outcome = after.outcome();
    if (outcome && outcome->winner == before.chooser()) return "win";
    if (move.is_pass()) return "pass";
    if (taken.any()) return "take";
    const Position& position = before.position();
    if (move.is_placement() || position.captured.contains(move.from())) return "place";
    if (move.to().ring() == move.from().ring()) return "side";
    return move.from() == position.queens[position.turn] ? "queen" : "in";
}

} // namespace

Json hint_json(const Game& game, const Advice& hint) {
    if (hint.line.empty()) return nullptr;
    const Move move = hint.line.front();
    Game after = game;
    after.play(move);
    const Bitboard cells = taken(game.position(), after.position(), move);
    return {{"action", to_text(move)},
            {"key", key_of(game, after, move, cells)},
            {"cells", cells_json(cells)},
            {"line", texts_json(hint.line)}};
}

} // namespace agon::page
