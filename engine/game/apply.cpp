#include "engine/game/apply.hpp"

#include "engine/game/legal.hpp"
#include "engine/game/zobrist.hpp"

#include <cassert>

namespace agon {
namespace {

/// The invariants of position.hpp.
[[maybe_unused]] bool is_consistent(const RuleSet& rules, const Position& p) {
    for (const Side side : BOTH_SIDES) {
        const int guards = p.guards(side).count() + p.reserve[side];
        const bool complete = rules.removes() ? guards <= GUARDS_A_SIDE : guards == GUARDS_A_SIDE;
        if (!complete || !p.pieces[side].covers(p.queen(side))) return false;
        if (p.guards(side).contains(THRONE_CELL)) return false;
        if (p.between[side] != between(rules, p.pieces[side])) return false;
    }
    if (!p.occupied().covers(p.captured) || (p.placing() && p.captured.any())) return false;
    return p.key == zobrist::key_of(rules, p);
}

void end_turn(Position& p) {
    if (p.turn == Side::Black && p.number < MAX_COUNTER) ++p.number;
    p.turn = ~p.turn;
    p.key ^= zobrist::BLACK_TO_MOVE;
}

void tick(Position& p) { p.clock += p.clock < MAX_COUNTER ? 1 : 0; }

void mark_captured(Position& p, Bitboard cells) {
    cells -= p.captured;
    p.captured |= cells;
    cells.for_each([&](Cell c) { p.key ^= zobrist::captured(c); });
}

void clear_captured(Position& p, Bitboard cells) {
    cells &= p.captured;
    p.captured -= cells;
    cells.for_each([&](Cell c) { p.key ^= zobrist::captured(c); });
}

/// Moves a piece of `owner`; a captured piece must have been unmarked before.
void shift_piece(const RuleSet& rules, Position& p, Side owner, Cell from, Cell to) {
    Bitboard& pieces = p.pieces[owner];
    pieces ^= Bitboard(from) | Bitboard(to);
    Cell& queen = p.queens[owner];
    const Piece kind = queen == from ? Piece::Queen : Piece::Guard;
    if (kind == Piece::Queen) queen = to;
    p.key ^= zobrist::piece(owner, kind, from) ^ zobrist::piece(owner, kind, to);
    Bitboard& between = p.between[owner];
    between = between_after(rules, between, pieces, from, to);
}

/// Takes guards of `owner` out of the game, and off the list of captured pieces.
void remove_guards(const RuleSet& rules, Position& p, Side owner, Bitboard guards) {
    clear_captured(p, guards);
    p.pieces[owner] -= guards;
    guards.for_each([&](Cell c) { p.key ^= zobrist::piece(owner, Piece::Guard, c); });
    p.between[owner] = between(rules, p.pieces[owner]);
}

void place(const RuleSet& rules, Position& p, Cell to) {
    const Side us = p.turn;
    std::uint8_t& reserve = p.reserve[us];
    p.key ^= zobrist::piece(us, Piece::Guard, to) ^ zobrist::reserve(us, reserve) ^
             zobrist::reserve(us, reserve - 1);
    --reserve;
    p.pieces[us] |= Bitboard(to);
    Bitboard& between = p.between[us];
    between = between_after(rules, between, p.pieces[us], Cell::none(), to);
    p.clock = 0;
    end_turn(p);
}

/// The turn ends when nothing is left to settle. When a side has lost its last guard the game ends
/// at once, and the captured pieces are forgotten (rules.md 7.5).
void end_bloody_action(const RuleSet& rules, Position& p) {
    if (p.captured.any() && is_decided_by_pieces(rules, p)) clear_captured(p, p.captured);
    if (p.captured.none()) end_turn(p);
}

/// A guard trapped with the queen's help is removed; other trapped pieces are marked, to be settled
/// by the side that trapped them (rules.md 7.1 to 7.3).
void bloody_captures(const RuleSet& rules, Position& p, Cell landed) {
    const Side us = p.turn;
    const Side them = ~us;
    const Bitboard trapped = captured_by_landing(rules, p, us, landed);
    if (trapped.any()) {
        const Cell queen = p.queens[us];
        Bitboard removed = trapped & p.guards(them);
        if (landed != queen) removed &= between_on_lines(landed, Bitboard(queen));
        mark_captured(p, trapped - removed);
        if (removed.any()) {
            remove_guards(rules, p, them, removed);
            p.clock = 0;
        }
    }
    end_bloody_action(rules, p);
}

/// Exchanges a trapped queen, or relocates a trapped guard (rules.md 7.2 and 7.3).
void settle_bloody(const RuleSet& rules, Position& p, Cell from, Cell to) {
    const Side owner = settled_side(rules, p);
    clear_captured(p, Bitboard(from));
    if (p.queens[owner] == from) remove_guards(rules, p, owner, Bitboard(to));
    shift_piece(rules, p, owner, from, to);
    p.clock = 0;
    end_bloody_action(rules, p);
}

/// Marks captured pieces, or removes the guards among them (rules.md 4.4 and 4.10).
void capture(const RuleSet& rules, Position& p, Bitboard cells) {
    if (rules.effect == Effect::Remove && cells.any()) {
        const Bitboard queens = cells & (p.queen(Side::White) | p.queen(Side::Black));
        for (const Side side : BOTH_SIDES)
            if (const Bitboard guards = (cells - queens) & p.pieces[side]; guards.any()) {
                remove_guards(rules, p, side, guards);
                p.clock = 0;
            }
        cells = queens;
    }
    mark_captured(p, cells);
}

/// rules.md 4.5 and 4.6. It is an action of the owner's turn, even if the other side chose it.
void relocate(const RuleSet& rules, Position& p, Cell from, Cell to) {
    const Side us = p.turn;
    clear_captured(p, Bitboard(from));
    shift_piece(rules, p, us, from, to);
    if (rules.relocation_captures) capture(rules, p, captured_by_landing(rules, p, us, to));
    p.clock = 0;
    const bool goes_on = rules.pace == Pace::AllInTurn && (p.captured & p.own()).any();
    if (!goes_on || is_decided_by_pieces(rules, p)) end_turn(p);
}

void step(const RuleSet& rules, Position& p, Cell from, Cell to) {
    const Side us = p.turn;
    shift_piece(rules, p, us, from, to);
    if (to.ring() < from.ring())
        p.clock = 0;
    else
        tick(p);
    if (rules.bloody()) return bloody_captures(rules, p, to);
    const Bitboard trapped = Bitboard(to) & trapping_cells(rules, p, us);
    capture(rules, p, captured_by_landing(rules, p, us, to) | trapped);
    end_turn(p);
}

} // namespace

void apply(const RuleSet& rules, Position& position, Move move) {
    assert(move.is_pass() || is_legal(rules, position, move));
    if (move.is_pass()) {
        tick(position);
        end_turn(position);
    } else if (move.is_placement()) {
        place(rules, position, move.to());
    } else if (!position.captured.contains(move.from())) {
        step(rules, position, move.from(), move.to());
    } else if (rules.bloody()) {
        settle_bloody(rules, position, move.from(), move.to());
    } else {
        relocate(rules, position, move.from(), move.to());
    }
    assert(is_consistent(rules, position));
}

} // namespace agon
