#include "engine/notation.hpp"

#include "engine/movegen.hpp"
#include "engine/outcome.hpp"
#include "engine/quoted.hpp"

#include <algorithm>

namespace agon {
namespace {

std::string between_two(Cell cell, Side enemies) {
    return cell.text() + " is between two " + std::string(name(enemies)) + " pieces";
}

/// Why a captured piece is not the one to move, or not to that cell. `owed` has all of its side.
std::string refusal_of_relocation(const RuleSet& rules, const Position& p, Move move,
                                  Bitboard owed) {
    const Side owner = rules.bloody() ? ~p.turn : p.turn;
    const Cell queen = p.queens[index(owner)];
    if (owed.contains(queen) && move.from() != queen)
        return "the captured queen on " + queen.text() + " comes first";
    if (!owed.contains(move.from())) {
        std::string cells;
        owed.for_each([&](Cell cell) { cells += (cells.empty() ? "" : ", ") + cell.text(); });
        return "a captured guard comes first: " + cells;
    }
    const bool exchange = rules.bloody() && move.from() == queen;
    if (!exchange && !p.vacant().contains(move.to())) return move.to().text() + " is not vacant";
    if (rules.relocation_between == RelocationBetween::Illegal &&
        p.between[index(~p.turn)].contains(move.to()))
        return between_two(move.to(), ~p.turn);
    return std::string("the captured ") + (move.from() == queen ? "queen" : "guard") + " on " +
           move.from().text() + " may not be put on " + move.to().text();
}

/// The reason why `move` is illegal, which it is.
std::string refusal(const RuleSet& rules, const Position& p, Move move) {
    if (is_decided(rules, p)) return "the game is over";
    if (!any_legal(rules, p)) return "the only legal action is pass";
    if (move.is_pass()) return "passing is legal only without another action";
    if (p.placing()) return "guards in reserve are placed first, on a vacant cell but the throne";
    if (move.is_placement()) return "no guards are in reserve";
    const Side us = p.turn;
    const Bitboard settled = p.captured & p.pieces[index(rules.bloody() ? ~us : us)];
    if (settled.any()) return refusal_of_relocation(rules, p, move, settled);
    if (!p.own().contains(move.from()))
        return "no " + std::string(name(us)) + " piece on " + move.from().text();
    if (!p.vacant().contains(move.to())) return move.to().text() + " is not vacant";
    if (!NEIGHBOURS[move.from()].contains(move.to())) return "a step goes to an adjacent cell";
    if (!STEPS[move.from()].contains(move.to())) return "a step never goes outward";
    if (move.to() == THRONE_CELL && move.from() != p.queens[index(us)])
        return "only a queen enters the throne";
    return between_two(move.to(), ~us);
}

} // namespace

std::string to_text(Move move) {
    if (move.is_none()) return "0000";
    if (move.is_pass()) return "pass";
    return (move.is_placement() ? "" : move.from().text()) + move.to().text();
}

Move parse_move(std::string_view text) {
    if (equal_ignoring_case(text, "pass") || text == "0000") return Move::pass();
    // A cell is a letter and its digits, so a second letter starts a second cell.
    const auto second =
        text.size() < 2 ? std::string_view::npos : text.find_first_not_of("0123456789", 1);
    const auto first_cell = Cell::parse(text.substr(0, second));
    if (first_cell && second == std::string_view::npos) return Move::placement(*first_cell);
    if (first_cell)
        if (const auto target = Cell::parse(text.substr(second))) return Move(*first_cell, *target);
    throw Error(in_quotes(text) +
                " is not an action: two cells as a1b2, one as f3 for a placement, or pass");
}

Move parse_legal_move(const RuleSet& rules, const Position& position, std::string_view text) {
    const Move move = parse_move(text);
    if (is_legal(rules, position, move)) return move;
    throw Error(in_quotes(text) + " is illegal: " + refusal(rules, position, move));
}

} // namespace agon
