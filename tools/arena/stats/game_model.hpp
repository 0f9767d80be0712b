// How likely each result of a game is, by the difference in rating (arena.md, Rating list).
#pragma once

#include <array>
#include <cstddef>

namespace agon::arena {

/// Elo in natural units: a player 1 / ELO_SCALE points ahead scores 1 / (1 + 1 / e).
inline constexpr double ELO_SCALE = 0.00575646273248511421; // ln(10) / 400

/// The draws of Davidson (1970), as Ordo has them: whatever the difference, a draw is `draws` times
/// as likely as the geometric mean of a win and a loss. `log_draws` is the logarithm of that.
struct GameModel {
    double log_draws = 0;

    /// The share of draws between equals, 0..1.
    [[nodiscard]] double draw_rate() const;
};

/// The likelihood of each result, by half points: lost, drawn, won. Derivatives are those of its
/// logarithm.
struct ResultLikelihood {
    std::array<double, 3> probability{};
    std::array<double, 3> by_difference{}; ///< in natural units
    std::array<double, 3> by_draws{};      ///< of GameModel::log_draws
};

/// `difference` in natural units. The expected score is logistic: 1 / (1 + exp(-difference)).
[[nodiscard]] ResultLikelihood likelihood_of(const GameModel& model, double difference);

} // namespace agon::arena
