#include "protocol/play/action_text.hpp"

#include "engine/geometry.hpp"
#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "engine/quoted.hpp"

#include <algorithm>
#include <string>

namespace agon::protocol {
namespace {

/// Why no piece can go to `target`: the reason of the nearest piece that would have to.
Error no_piece_goes_to(const RuleSet& rules, const Position& p, Cell target) {
    const Bitboard owed = p.captured & p.pieces[index(rules.bloody() ? ~p.turn : p.turn)];
    const Bitboard candidates = owed.any() ? owed : p.own() & NEIGHBOURS[target];
    if (owed.none() && p.own().contains(target))
        return Error(in_quotes(target.text()) + " is not an action: say where the piece goes, as " +
                     target.text() + "-f6; 'moves " + target.text() + "' lists the cells");
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

} // namespace

Move read_action(const RuleSet& rules, const Position& position, std::string_view text) {
    std::string packed;
    for (const char c : text)
        if (c != ' ' && c != '-') packed += c;
    const Move move = parse_move(packed);
    const bool target_alone = move.is_placement() && !position.placing();
    if (target_alone && any_legal(rules, position)) return read_target(rules, position, move.to());
    return parse_legal_move(rules, position, packed);
}

} // namespace agon::protocol
