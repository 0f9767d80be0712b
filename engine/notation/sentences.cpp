#include "engine/notation/sentences.hpp"

#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"

#include <fmt/format.h>

namespace agon {

namespace {

std::string cells_text(Bitboard cells) {
    std::string text;
    cells.for_each([&](Cell cell) { text += (text.empty() ? "" : ", ") + cell.text(); });
    return text;
}

/// What must be done with the captured pieces `owed`.
std::string settling_sentence(const RuleSet& rules, const Position& p, Bitboard owed) {
    const Side owner = settled_side(rules, p);
    const bool queen = owed.contains(p.queens[owner]);
    const std::string piece = fmt::format("{}'s captured {}", name(owner), pieces_text(p, owed));
    const bool one = owed.count() == 1;
    if (!rules.bloody()) return (one ? "" : "one of ") + piece + " must be relocated.";
    return queen
               ? piece + " changes places with one of the outermost guards, which leaves the game."
               : piece + " must move further out.";
}

} // namespace

std::string pieces_text(const Position& position, Bitboard pieces) {
    const Bitboard queens = pieces & (position.queen(Side::White) | position.queen(Side::Black));
    const Bitboard guards = pieces - queens;
    std::string text = queens.any() ? "queen on " + cells_text(queens) : "";
    if (guards.any())
        text += fmt::format("{}guard{} on {}", text.empty() ? "" : " and the ",
                            guards.count() > 1 ? "s" : "", cells_text(guards));
    return text;
}

std::string safety_sentence(const Position& position, const Safety& safety) {
    const auto& seal = safety.seal;
    const std::string why =
        seal ? fmt::format("its {} can step to {} and back for ever",
                           pieces_text(position, Bitboard(seal->from)), seal->to.text())
             : "it can stay in its refuge for ever";
    return fmt::format("{} cannot lose from here, because {}.", capital_name(safety.side), why);
}

std::string capital_name(Side side) { return side == Side::White ? "White" : "Black"; }

std::string turn_sentence(const Game& game) {
    const Position& p = game.position();
    const Bitboard owed = pieces_to_settle(game.rules(), p);
    std::string text = capital_name(p.turn) + "'s turn";
    if (game.chooser() != p.turn) text += fmt::format(", but {} chooses", name(game.chooser()));
    if (!any_legal(game.rules(), p)) return text + ": the only legal action is 'pass'.";
    if (p.placing()) return text + fmt::format(": a guard is placed, {} left.", p.reserve[p.turn]);
    if (owed.none()) return text + '.';
    return text + ": " + settling_sentence(game.rules(), p, owed);
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
        if (outcome.winner)
            return fmt::format("{} wins: {} has brought about this position for the {}th time.",
                               capital_name(winner), name(~winner), game.limits().repetition);
        return fmt::format("A draw: this position occurred {} times.", game.limits().repetition);
    case Reason::Ring: return "A draw: the guards of one side are around an empty throne.";
    case Reason::NoAction:
        return fmt::format("{} wins: {} has no action.", capital_name(winner), name(~winner));
    case Reason::NoProgress:
        return fmt::format("A draw: {} actions in a row brought no progress.",
                           game.limits().no_progress);
    }
    return "";
}

} // namespace agon
