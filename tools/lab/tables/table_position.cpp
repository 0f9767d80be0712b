#include "tools/lab/tables/table_position.hpp"

#include "engine/game/flanks.hpp"
#include "engine/game/zobrist.hpp"

namespace agon::tables {

std::optional<TablePieces> table_pieces(const Position& p) {
    const Side us = p.turn;
    if (p.placing() || p.guards(us).none() || p.guards(~us).none()) return std::nullopt;
    TablePieces pieces = {p.queens[us], p.queens[~us], p.guards(us), p.guards(~us)};
    if (p.captured.any()) {
        if (p.captured != p.queen(us) || !p.between[~us].contains(p.queens[us]))
            return std::nullopt;
        pieces.own_queen = Cell::none();
    }
    return pieces;
}

Bitboard captured_queen_cells(const TablePieces& pieces) {
    const Bitboard cells = between_on_lines(pieces.other()) - pieces.own() - pieces.other();
    return RINGS[1].covers(pieces.own_guards) ? cells - THRONE : cells; // there she would have won
}

std::optional<Position> table_position(const RuleSet& rules, const TablePieces& pieces) {
    Position p;
    Cell queen = pieces.own_queen;
    if (queen.is_none()) {
        const Bitboard cells = captured_queen_cells(pieces);
        if (cells.none()) return std::nullopt;
        queen = cells.first();
        p.captured = Bitboard(queen);
    }
    p.queens[Side::White] = queen;
    p.queens[Side::Black] = pieces.other_queen;
    p.pieces[Side::White] = pieces.own_guards | Bitboard(queen);
    p.pieces[Side::Black] = pieces.other();
    for (const Side side : BOTH_SIDES) p.between[side] = between(rules, p.pieces[side]);
    p.key = zobrist::key_of(rules, p);
    return p;
}

} // namespace agon::tables
