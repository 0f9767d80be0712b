// One rating list of all players, by maximum likelihood (arena.md, Rating list).
#pragma once

#include "tools/arena/stats/comparable.hpp"
#include "tools/arena/stats/rated_results.hpp"
#include "tools/arena/stats/statistics.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace agon::arena {

struct RatingListSettings {
    std::map<std::size_t, double> anchors{}; ///< Elo of players, which stay as they are
    double average = 0;                      ///< Elo of a group of players without an anchor
};

/// The most players of a list: time grows with their cube.
inline constexpr std::size_t MAX_RATED = 1000;

/// The model has a rating for each player, white's advantage and the share of draws between equals
/// (game_model.hpp). The last two are common to all games; so that both are always finite, three
/// games between equals count besides: one won by white, one drawn, one lost.
class RatingList {
public:
    /// Time grows with the cube of `players`. Throws Error if there are more than MAX_RATED.
    /// Preconditions: the results are of these players, and so are the anchors.
    RatingList(std::size_t players, const RatedResults& results,
               const RatingListSettings& settings = {});

    /// Elo, and half of its 95 % interval relative to the average of the player's group, or to the
    /// anchors; 0 for an anchor. nullopt for a player that can be compared with nobody: one that
    /// has won all of its games, lost all, or played none.
    [[nodiscard]] const std::optional<Estimate>& elo(std::size_t player) const {
        return elo_[player];
    }
    /// Likelihood that the first player is the stronger one, 0..1; nullopt if nothing is known.
    [[nodiscard]] std::optional<double> los(std::size_t first, std::size_t second) const;
    [[nodiscard]] const Comparable& comparable() const { return comparable_; }
    /// In Elo: an advantage over an equal as black.
    [[nodiscard]] Estimate white_advantage() const { return white_advantage_; }
    /// Of games between equals with this advantage taken away, 0..1.
    [[nodiscard]] double draw_rate() const { return draw_rate_; }

    [[nodiscard]] std::size_t size() const { return elo_.size(); }
    /// The players, the best first: by group, then by rating, then by number.
    [[nodiscard]] std::vector<std::size_t> order() const;

private:
    Comparable comparable_;
    std::vector<std::optional<Estimate>> elo_;
    std::vector<std::vector<double>> covariance_; ///< of players, in natural units
    Estimate white_advantage_{};
    double draw_rate_ = 0;
};

/// The list of a tournament, where every engine that has played has a rating: if some results have
/// no finite maximum, shares_of_empty_cells() count besides.
[[nodiscard]] RatingList tournament_ratings(std::size_t players, RatedResults results);

} // namespace agon::arena
