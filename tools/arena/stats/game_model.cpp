#include "tools/arena/stats/game_model.hpp"

#include <cmath>
#include <utility>

namespace agon::arena {

double GameModel::draw_rate() const {
    const double draws = std::exp(log_draws);
    return draws / (2 + draws);
}

// With score s = w + d/2, q = 4 s (1 - s) and draws v, the model d = v sqrt(w l) is the quadratic
// a d^2 + 2 d = q, a = 4 / v^2 - 1. Its root is q / (1 + r) with r = sqrt(1 + a q) = 1 + a d.
ResultLikelihood likelihood_of(const GameModel& model, double difference) {
    const double odds = std::exp(-std::abs(difference)); // of the weaker side
    const double better = 1 / (1 + odds);
    const double q = 4 * odds * better * better;
    const double inverse_square = std::exp(-2 * model.log_draws); // 1 / v^2
    const double root = std::sqrt(1 + (4 * inverse_square - 1) * q);
    const double draw = q / (1 + root);
    const double win = better - draw / 2;
    // By the model, since 1 - better - draw / 2 would cancel.
    const double loss = draw * draw * inverse_square / win;
    const double slope = 1 - 2 * better; // of q by the difference, divided by q
    const double draw_by_difference = (1 + root) * slope / (2 * root);
    const double draw_by_draws = 4 * draw * inverse_square / root;
    const double win_by_difference = (q / 4 - draw * draw_by_difference / 2) / win;
    const double win_by_draws = -draw * draw_by_draws / 2 / win;
    ResultLikelihood result{
        {loss, draw, win},
        {2 * draw_by_difference - win_by_difference, draw_by_difference, win_by_difference},
        {2 * draw_by_draws - win_by_draws - 2, draw_by_draws, win_by_draws}};
    if (difference < 0) { // the other side's point of view
        std::swap(result.probability[0], result.probability[2]);
        std::swap(result.by_difference[0], result.by_difference[2]);
        for (double& derivative : result.by_difference) derivative = -derivative;
        std::swap(result.by_draws[0], result.by_draws[2]);
    }
    return result;
}

} // namespace agon::arena
