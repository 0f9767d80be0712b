#include "protocol/terminal/action_text.hpp"

#include "engine/board/geometry.hpp"
#include "engine/error.hpp"
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "protocol/terminal/play_session.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace agon::protocol {
namespace {

/// Why no piece can go to `target`: the reason of the nearest piece that would have to.
Error no_piece_goes_to(const RuleSet& rules, const Position& p, Cell target) {
    const Bitboard owed = captured_to_settle(rules, p);
    const Bitboard candidates = owed.any() ? owed : p.own() & NEIGHBOURS[target];
    if (owed.none() && p.own().contains(target)) {
        const auto example = example_action(rules, p, target);
        return Error(in_quotes(target.text()) + " is not an action: " +
                     (example ? "say where the piece goes, such as " + *example + "; 'moves " +
                                    target.text() + "' lists the cells"
                              : "and that piece cannot move now"));
    }
    if (candidates.any()) {
        try {
            (void)parse_legal_move(rules, p, candidates.first().text() + target.text());
        } catch (const Error& error) {
            return error;
        }
    }
    return Error("no " + std::string(name(p.turn)) + " piece can go to " + target.text());
}

Move read_target(const RuleSet& rules, const Position& position, Cell target) {
    MoveList moves;
    legal_moves_to(rules, position, Bitboard(target), moves);
    if (moves.empty()) throw no_piece_goes_to(rules, position, target);
    if (moves.size() == 1) return moves[0];
    // By the cell that the piece leaves.
    std::ranges::sort(moves, [](Move a, Move b) { return a.raw() < b.raw(); });
    std::string choices;
    for (const Move move : moves) choices += (choices.empty() ? "" : ", ") + to_text(move);
    throw Error("several pieces can go to " + target.text() + ": " + choices);
}

/// parse_move() with an example of the position in its refusal.
Move read_shape(const RuleSet& rules, const Position& position, std::string_view text,
                std::string_view packed) {
    try {
        return parse_move(packed);
    } catch (const Error&) {
        const auto example = example_action(rules, position);
        if (!example) throw;
        throw Error(in_quotes(text) + " is not an action: type one such as " + *example +
                    "; 'moves' lists them all");
    }
}

} // namespace

Move read_action(const RuleSet& rules, const Position& position, std::string_view text) {
    std::string packed;
    for (const char c : text)
        if (c != ' ' && c != '-') packed += c;
    const Move move = read_shape(rules, position, text, packed);
    const bool target_alone = move.is_placement() && !position.placing();
    if (target_alone && any_legal(rules, position)) return read_target(rules, position, move.to());
    return parse_legal_move(rules, position, packed);
}

std::vector<std::string> legal_actions(const RuleSet& rules, const Position& position,
                                       std::string_view cell) {
    const auto only = Cell::parse(cell);
    if (!only && !cell.empty()) throw Error(in_quotes(cell) + " is not a cell");
    MoveList moves;
    legal_moves(rules, position, moves);
    std::map<Cell, std::string> targets; // by the cell that the piece leaves
    for (const Move move : moves)
        if (!only || move.from() == *only)
            targets[move.from()] += ' ' + (move.is_pass() ? "pass" : move.to().text());
    if (targets.empty())
        throw Error("no legal action" + (only ? " from " + only->text() : std::string()));
    std::vector<std::string> lines;
    for (const auto& [from, cells] : targets)
        lines.push_back(from.is_none() ? cells.substr(1) : from.text() + " to" + cells);
    return lines;
}

std::optional<std::string> example_action(const RuleSet& rules, const Position& position,
                                          std::optional<Cell> from) {
    MoveList moves;
    legal_moves(rules, position, moves);
    const Move* example = nullptr; // the least, so that the same position has the same one
    for (const Move& move : moves)
        if ((!from || move.from() == *from) && (example == nullptr || move.raw() < example->raw()))
            example = &move;
    if (example == nullptr) return std::nullopt;
    if (example->is_pass() || example->is_placement()) return to_text(*example);
    return example->from().text() + '-' + example->to().text();
}

} // namespace agon::protocol
