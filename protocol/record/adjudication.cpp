#include "protocol/record/adjudication.hpp"

#include "protocol/record/evaluation.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace agon {
namespace {

constexpr int MATE = MAX_SCORE; // beyond any score in centipawns

std::optional<int> score_of(const Evaluation& said) {
    if (said.kind == Evaluation::Kind::None) return std::nullopt;
    // The smallest int has no absolute value.
    if (said.kind == Evaluation::Kind::Centipawns) return std::clamp(said.value, -MATE, MATE);
    return said.value > 0 ? MATE : -MATE; // an engine that is mated reports "mate 0"
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

} // namespace agon
