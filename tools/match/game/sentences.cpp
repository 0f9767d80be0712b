#include "tools/match/game/sentences.hpp"

#include "engine/movegen.hpp"
#include "engine/notation.hpp"

#include <spdlog/fmt/fmt.h>

namespace agon::match {
namespace {

std::string cells_text(Bitboard cells) {
    std::string text;
    cells.for_each([&](Cell cell) { text += (text.empty() ? "" : ", ") + cell.text(); });
    return text;
}

/// "queen on c3", "guard on d4" or "guards on d4, e5", joined by "and".
std::string pieces_text(const Position& position, Bitboard pieces) {
    const Bitboard queens = pieces & (position.queen(Side::White) | position.queen(Side::Black));
    const Bitboard guards = pieces - queens;
    std::string text = queens.any() ? "queen on " + cells_text(queens) : "";
    if (guards.any())
        text += fmt::format("{}guard{} on {}", text.empty() ? "" : " and the ",
                            guards.count() > 1 ? "s" : "", cells_text(guards));
    return text;
}

/// What has to be done with captured pieces; `owner` is whose they are.
std::string settling_sentence(const RuleSet& rules, const Position& p, Side owner, Bitboard owed) {
    const Bitboard queen = owed & p.queen(owner);
    const std::string piece =
        fmt::format("{}'s captured {}", name(owner), pieces_text(p, queen.any() ? queen : owed));
    const bool one = queen.any() || owed.count() == 1;
    if (!rules.bloody())
        return one ? piece + " has to be put elsewhere." : "one of " + piece + " has to go.";
    return queen.any() ? piece + " changes places with one of the outermost guards, which goes."
                       : piece + (one ? " has" : " have") + " to be put further out.";
}

} // namespace

std::string capital_name(Side side) { return side == Side::White ? "White" : "Black"; }

std::string turn_sentence(const Game& game) {
    const Position& p = game.position();
    const Side owner = game.rules().bloody() ? ~p.turn : p.turn;
    const Bitboard owed = p.captured & p.pieces[index(owner)];
    std::string text = capital_name(p.turn) + "'s turn";
    if (game.chooser() != p.turn) text += fmt::format(", but {} chooses", name(game.chooser()));
    if (!any_legal(game.rules(), p)) return text + ": there is nothing to do but 'pass'.";
    if (p.placing())
        return text + fmt::format(": a guard is placed, {} left.", p.reserve[index(p.turn)]);
    if (owed.none()) return text + '.';
    return text + ": " + settling_sentence(game.rules(), p, owner, owed);
}

std::string last_action_sentence(const Game& game) {
    Game before = game;
    before.undo();
    const Position& p = before.position();
    const Bitboard captured = game.position().captured - p.captured;
    const Bitboard removed = p.occupied() - game.position().occupied();
    const Move move = game.move(game.length() - 1);
    std::string text = fmt::format("{} played {}", capital_name(before.chooser()), to_text(move));
    if (captured.any()) text += " and captured the " + pieces_text(game.position(), captured);
    const Bitboard gone =
        removed - Bitboard(move.is_pass() || move.is_placement() ? Cell::none() : move.from());
    if (gone.any()) text += fmt::format("; {} left the game", pieces_text(p, gone));
    return text + '.';
}

std::string end_sentence(const Game& game, const Outcome& outcome) {
    const Side winner = outcome.winner.value_or(Side::White);
    switch (outcome.reason) {
    case Reason::Throne:
        return capital_name(winner) + " wins: the queen is on the throne, her guards around her.";
    case Reason::Forfeit:
        return fmt::format("{} wins: {}'s guards are around the throne without their queen on it.",
                           capital_name(winner), name(~winner));
    case Reason::NoGuards:
        return fmt::format("{} wins: {} has no guards left.", capital_name(winner), name(~winner));
    case Reason::Repetition:
        return fmt::format("A draw: this position occurred {} times.", game.limits().repetition);
    case Reason::NoProgress:
        return fmt::format("A draw: {} actions in a row brought no progress.",
                           game.limits().no_progress);
    }
    return "";
}

} // namespace agon::match
