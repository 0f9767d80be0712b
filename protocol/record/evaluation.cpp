#include "protocol/record/evaluation.hpp"

#include "search/score/win_curve.hpp"

#include <fmt/format.h>

#include <cassert>
#include <limits>

namespace agon {

Evaluation of_white(Evaluation evaluation, Side side) {
    constexpr int MIN = -std::numeric_limits<int>::max(); // the next one has no opposite
    if (side == Side::Black) evaluation.value = -std::max(evaluation.value, MIN);
    return evaluation;
}

double expected_points(const Evaluation& evaluation) {
    assert(evaluation.kind != Evaluation::Kind::None);
    if (evaluation.kind == Evaluation::Kind::Mate) return evaluation.value > 0 ? 1 : 0;
    return win_draw_loss(evaluation.value).expected();
}

std::string score_text(const Evaluation& evaluation) {
    if (evaluation.kind == Evaluation::Kind::None) return "";
    if (evaluation.kind == Evaluation::Kind::Centipawns)
        return fmt::format("{:+.2f}", evaluation.value / 100.0);
    const auto actions = std::abs(static_cast<long long>(evaluation.value));
    return fmt::format("{}M{}", evaluation.value < 0 ? '-' : '+', actions);
}

} // namespace agon
