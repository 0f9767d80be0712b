#include "engine/game/symmetry.hpp"

#include "engine/game/flanks.hpp"
#include "engine/game/zobrist.hpp"

namespace agon {
namespace {

/// The mapped position as text: a character for each cell, the turn, the reserves. `exchanged`
/// swaps the colours.
std::string image(const Position& position, const CellMap& map, bool exchanged) {
    std::string text(RHOMBUS, '.');
    for (const Side side : BOTH_SIDES)
        position.pieces[side].for_each([&](Cell cell) {
            const bool captured = position.captured.contains(cell);
            char letter = cell == position.queens[side] ? 'Q' : 'G';
            if (captured) letter = letter == 'Q' ? 'C' : 'P';
            if ((side == Side::White) == exchanged) letter = static_cast<char>(letter | 0x20);
            text[static_cast<std::size_t>(map[cell].index())] = letter;
        });
    const Side white = exchanged ? Side::Black : Side::White;
    text += position.turn == white ? 'w' : 'b';
    for (const Side side : {white, ~white}) text += static_cast<char>('0' + position.reserve[side]);
    return text;
}

} // namespace

Position transformed(const RuleSet& rules, const Position& position, const CellMap& map) {
    Position p = position;
    for (const Side side : BOTH_SIDES) {
        p.pieces[side] = mapped(position.pieces[side], map);
        p.queens[side] = map[position.queens[side]];
        p.between[side] = between(rules, p.pieces[side]);
    }
    p.captured = mapped(position.captured, map);
    p.key = zobrist::key_of(rules, p);
    return p;
}

std::string canonical_text(const Position& position) {
    std::string least;
    for (const CellMap& map : SYMMETRIES)
        for (const bool exchanged : {false, true}) {
            std::string text = image(position, map, exchanged);
            if (least.empty() || text < least) least = std::move(text);
        }
    return least;
}

} // namespace agon
