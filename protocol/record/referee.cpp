#include "protocol/record/referee.hpp"

#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/safety.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/result.hpp"

#include <cassert>
#include <cctype>
#include <fmt/format.h>

namespace agon {
namespace {

std::string capitalised(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

} // namespace

Referee::Referee(const RuleSet& rules, const Position& first, DrawLimits limits,
                 bool start_is_setup, const Adjudication& adjudication)
    : game_(rules, first, limits), adjudication_(adjudication),
      position_line_(start_is_setup ? "position startpos" : "position fen " + to_text(first)) {}

Move Referee::play(std::string_view action) {
    if (action.empty()) throw Error("there is no action");
    const Move move = parse_legal_move(game_.rules(), game_.position(), action);
    position_line_ += (game_.length() == 0 ? " moves " : " ") + to_text(move);
    const Side turn = game_.position().turn;
    game_.play(move);
    ++actions_;
    in_turn_ = game_.position().turn == turn;
    return move;
}

bool Referee::may_forfeit_turn() const {
    return !in_turn_ && agon::may_forfeit_turn(game_.rules(), game_.position());
}

void Referee::forfeit_turn() {
    assert(may_forfeit_turn());
    const Position next = after(game_.rules(), game_.position(), Move::pass());
    game_ = Game(game_.rules(), next, game_.limits());
    position_line_ = "position fen " + to_text(next);
    ++actions_;
}

std::optional<Verdict> Referee::verdict() const {
    if (const auto outcome = game_.outcome()) return verdict_of(*outcome);
    if (adjudication_.refuges)
        if (const auto safe = safe_sides(game_.rules(), game_.position()); safe.size() == 2)
            return Verdict{Result::Draw, Termination::Adjudication,
                           safe.front().seal ? "Draw by adjudication (seals)"
                                             : "Draw by adjudication (refuges)",
                           std::nullopt};
    const auto pairs = static_cast<int>(actions_ / 2);
    if (adjudication_.max_moves && pairs >= *adjudication_.max_moves)
        return Verdict{Result::Draw, Termination::Adjudication, "Draw by adjudication (move limit)",
                       std::nullopt};
    return std::nullopt;
}

std::optional<Referee::Prospect> Referee::prospect(std::string_view action, Side side) const {
    Referee next = *this;
    try {
        const Move move = next.play(action);
        if (next.verdict() || next.chooser() != side) return std::nullopt;
        return Prospect{move, std::move(next.position_line_)};
    } catch (const Error&) {
        return std::nullopt;
    }
}

Verdict verdict_of(const Outcome& outcome) {
    return {outcome.winner ? win_of(*outcome.winner) : Result::Draw, Termination::Normal,
            capitalised(to_text(outcome)), std::nullopt};
}

Verdict fault_verdict(Side side, const Failure& failure) {
    const std::string who = capitalised(std::string(name(side)));
    const std::string detail = replace_controls(failure.detail);
    const auto lost = [&](Termination termination, const std::string& what) {
        return Verdict{win_of(~side), termination,
                       who + what + (detail.empty() ? "" : " (" + detail + ')'), failure.fault};
    };
    switch (failure.fault) {
    case Fault::Crash: return lost(Termination::Abandoned, " disconnects: crash");
    case Fault::Disconnect: return lost(Termination::Abandoned, " disconnects");
    case Fault::Stall: return lost(Termination::Stalled, "'s connection stalls");
    case Fault::Illegal: return lost(Termination::IllegalMove, " makes an illegal move");
    case Fault::OnTime: return lost(Termination::TimeForfeit, " loses on time");
    }
    return {};
}

} // namespace agon
