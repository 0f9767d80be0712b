#include "engine/record/referee.hpp"

#include "engine/game/apply.hpp"
#include "engine/record/notation.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <spdlog/fmt/fmt.h>

namespace agon {
namespace {

constexpr int MATE = MOST_SCORE; // beyond any centipawns

std::optional<int> score_of(const Evaluation& said) {
    if (said.kind == Evaluation::Kind::None) return std::nullopt;
    // The least number has no absolute value.
    if (said.kind == Evaluation::Kind::Centipawns) return std::clamp(said.value, -MATE, MATE);
    return said.value > 0 ? MATE : -MATE; // an engine that is mated says "mate 0"
}

} // namespace

std::string limit_text(const Adjudication& adjudication) {
    if (!adjudication.max_moves) return "no limit to the length of a game (-maxmoves 0)";
    const int pairs = *adjudication.max_moves;
    return fmt::format("a game is drawn after {} actions, {} of each side (-maxmoves {})",
                       2LL * pairs, pairs, pairs);
}

void Adjudicator::acted(const ActionRecord& action, std::size_t length) {
    length_ = length;
    const auto score = score_of(action.evaluation);
    if (!score) {
        level_ = 0;
        losing_ = winning_ = {0, 0};
        return;
    }
    const auto count = [](int& counter, bool more) { counter = more ? counter + 1 : 0; };
    if (rules_.draw) count(level_, std::abs(*score) <= rules_.draw->score);
    if (rules_.resign) {
        count(losing_[action.chooser], *score <= -rules_.resign->score);
        count(winning_[action.chooser], *score >= rules_.resign->score);
    }
}

std::optional<Verdict> Adjudicator::verdict() const {
    if (rules_.resign)
        for (const Side side : BOTH_SIDES) {
            const ResignRule& rule = *rules_.resign;
            if (losing_[side] < rule.move_count) continue;
            if (rule.two_sided && winning_[~side] < rule.move_count) continue;
            return Verdict{win_of(~side), Termination::Adjudication,
                           side == Side::White ? "Black wins by adjudication"
                                               : "White wins by adjudication",
                           std::nullopt};
        }
    if (rules_.draw && level_ >= std::int64_t{2} * rules_.draw->move_count &&
        static_cast<int>(length_ / 2) >= rules_.draw->move_number)
        return Verdict{Result::Draw, Termination::Adjudication, "Draw by adjudication",
                       std::nullopt};
    return std::nullopt;
}

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
