#include "protocol/web/room/played_json.hpp"

#include "engine/game/apply.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/web/room/board_json.hpp"

#include <vector>

namespace agon::page {
namespace {

void add_cells(std::string& text, char mark, Bitboard cells) {
    if (cells.none()) return;
    text += mark;
    cells.for_each([&](Cell cell) { text += cell.text(); });
}

} // namespace

Json cells_json(Bitboard cells) {
    Json names = Json::array();
    cells.for_each([&](Cell cell) { names.push_back(cell.text()); });
    return names;
}

std::string play_marked(const RuleSet& rules, Position& before, Move move) {
    Position after = before;
    apply(rules, after, move);
    const auto cell = [](Cell where) { return where.is_none() ? Bitboard() : Bitboard(where); };
    const Bitboard from = move.is_pass() ? Bitboard() : cell(move.from());
    const Bitboard to = move.is_pass() ? Bitboard() : cell(move.to());
    // What an exchange takes off the board, the queen stands on afterwards. A guard that steps
    // between two enemies may leave at once.
    const Bitboard gone =
        (((before.occupied() - from) | to) - after.occupied()) | (to & before.occupied());
    std::string text = to_text(move);
    add_cells(text, 'x', after.captured - before.captured);
    add_cells(text, '-', gone);
    add_cells(text, '+', (before.captured - from - gone) - after.captured);
    if (after.turn == before.turn) text += '=';
    if (chooser(rules, before) != before.turn) text += '~';
    before = after;
    return text;
}

Json marked_json(const RuleSet& rules, Position position, std::span<const Move> actions) {
    Json list = Json::array();
    for (const Move move : actions) list.push_back(play_marked(rules, position, move));
    return list;
}

Json played_json(const Game& game, std::string_view variant, std::string_view setup) {
    std::vector<Move> actions;
    for (std::size_t i = 0; i < game.length(); ++i) actions.push_back(game.move(i));
    const Position first = game_at(game, 0).position();
    return {{"variant", variant},
            {"setup", setup},
            {"first", to_text(first)},
            {"actions", marked_json(game.rules(), first, actions)}};
}

} // namespace agon::page
