#include "protocol/gtp/gtp_record.hpp"

#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/words.hpp"

#include <algorithm>
#include <cassert>

namespace agon::protocol {
namespace {

[[noreturn]] void refuse() { throw Error("illegal move"); }

Move parse(std::string_view text) {
    try {
        return parse_move(text);
    } catch (const Error&) {
        throw Error("syntax error");
    }
}

} // namespace

std::optional<GtpEnd> GtpRecord::end() const {
    if (const auto outcome = game().outcome()) return GtpEnd{outcome->winner, to_text(outcome)};
    const auto resigned = std::ranges::find(plies_, Kind::Resign, &Ply::kind);
    if (resigned == plies_.end()) return std::nullopt;
    return GtpEnd{~resigned->side, std::string(name(~resigned->side)) + " wins (resignation)"};
}

std::optional<Cell> GtpRecord::selected() const {
    const auto last = std::find_if(plies_.rbegin(), plies_.rend(), [](const Ply& ply) {
        return ply.kind == Kind::From || ply.kind == Kind::Action;
    });
    if (last == plies_.rend() || last->kind == Kind::Action) return std::nullopt;
    return last->from;
}

MoveList GtpRecord::choices() const {
    MoveList all;
    if (end()) return all;
    legal_moves(game().rules(), game().position(), all);
    const auto from = selected();
    if (!from) return all;
    MoveList some;
    for (const Move move : all)
        if (move.from() == *from) some.push_back(move);
    return some;
}

Bitboard GtpRecord::vertices() const {
    Bitboard cells;
    const bool half_played = selected().has_value();
    for (const Move move : choices()) {
        if (move.is_pass()) continue;
        cells |= Bitboard(half_played || move.is_placement() ? move.to() : move.from());
    }
    return cells;
}

void GtpRecord::play(Side side, std::string_view text, GtpMoves moves) {
    if (equal_ignoring_case(text, "resign")) {
        if (!end()) plies_.push_back({.kind = Kind::Resign, .side = side});
        return;
    }
    const Move move = parse(text);
    if (move.is_pass()) return pass(side);
    if (side != chooser()) refuse();
    if (move.is_placement()) return vertex(move.to(), moves);
    if (std::ranges::count(choices(), move) == 0) refuse();
    play(move);
}

void GtpRecord::pass(Side side) {
    if (end() || side != chooser()) return idle();
    const MoveList legal = choices();
    if (legal.size() != 1 || !legal[0].is_pass()) refuse();
    play(legal[0]);
}

void GtpRecord::vertex(Cell cell, GtpMoves moves) {
    const auto from = selected();
    for (const Move move : choices()) {
        if (from ? move.to() == cell : move == Move::placement(cell)) return play(move);
        if (!from && move.from() == cell && moves == GtpMoves::Vertex) return select(cell);
    }
    refuse();
}

void GtpRecord::select(Cell from) {
    assert(!selected() && std::ranges::any_of(choices(), [&](Move m) { return m.from() == from; }));
    plies_.push_back({.kind = Kind::From, .from = from});
}

void GtpRecord::play(Move move) {
    assert(std::ranges::count(choices(), move) == 1);
    host_.play(move);
    plies_.push_back({.kind = Kind::Action});
}

bool GtpRecord::undo() {
    if (plies_.empty()) return false;
    if (plies_.back().kind == Kind::Action) host_.undo();
    plies_.pop_back();
    return true;
}

GtpRecord::Snapshot GtpRecord::snapshot() const { return {game(), plies_}; }

void GtpRecord::restore(Snapshot snapshot) {
    host_.set_game(std::move(snapshot.game));
    plies_ = std::move(snapshot.plies);
}

} // namespace agon::protocol
