#include "tools/arena/stats/rating_list.hpp"

#include "engine/error.hpp"
#include "tools/arena/stats/game_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace agon::arena {
namespace {

constexpr double Z_95 = 1.959963984540054;

using Vector = std::vector<double>;

/// Symmetric; its lower triangle counts.
class Matrix {
public:
    explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
    double& operator()(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
    double operator()(std::size_t row, std::size_t column) const {
        return cells_[row * size_ + column];
    }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    std::size_t size_;
    std::vector<double> cells_;
};

/// Cholesky's factor of a positive definite matrix.
Matrix factor(Matrix a) {
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a(i, j);
            for (std::size_t k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
            a(i, j) = i == j ? std::sqrt(sum) : sum / a(j, j);
        }
    return a;
}

Vector solve(const Matrix& factor, Vector b) {
    const std::size_t size = factor.size();
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t k = 0; k < i; ++k) b[i] -= factor(i, k) * b[k];
        b[i] /= factor(i, i);
    }
    for (std::size_t i = size; i-- > 0;) {
        for (std::size_t k = i + 1; k < size; ++k) b[i] -= factor(k, i) * b[k];
        b[i] /= factor(i, i);
    }
    return b;
}

/// The derivative of a unit's log likelihood, of which few entries are not 0.
struct Gradient {
    std::array<std::pair<std::size_t, double>, 4> entries; ///< two players, advantage, draws
};

/// The likelihood of results as a function of the parameters: a rating for each player in natural
/// units, then white's advantage, then GameModel::log_draws.
class Likelihood {
public:
    Likelihood(std::size_t players, const RatedResults& results, const Comparable& comparable,
               const std::map<std::size_t, double>& anchors)
        : players_(players), group_of_(comparable.groups()), fixed_(players + 2) {
        // Between two groups the difference is infinite and the result certain.
        for (const auto& [unit, count] : results)
            if (group_of_[unit.white] == group_of_[unit.black]) units_.emplace(unit, count);
        for (const auto& [unit, count] : units_) {
            games_[{unit.white, unit.black}][unit.first] += count;
            if (unit.second) games_[{unit.black, unit.white}][*unit.second] += count;
        }
        // Between groups, and in each, only differences matter: a group's average stays.
        groups_.resize(comparable.count());
        for (std::size_t player = 0; player < players; ++player)
            groups_[group_of_[player]].push_back(player);
        for (const auto& [player, elo] : anchors) {
            groups_[group_of_[player]].clear();
            fixed_[player] = true;
        }
    }

    [[nodiscard]] double log_likelihood(const Vector& at) const {
        double sum = 0;
        for (const auto& [players, counts] : games_)
            sum += log_likelihood(counts, likelihood(at, at[players.first] - at[players.second]));
        return sum + log_likelihood(EQUALS, likelihood(at, 0));
    }

    /// The step of Fisher's scoring, and the expected information it is made from.
    [[nodiscard]] Vector step(const Vector& at) const {
        Vector gradient(at.size());
        for (const auto& [players, counts] : games_) {
            const auto likely = likelihood(at, at[players.first] - at[players.second]);
            for (std::size_t result = 0; result < 3; ++result)
                add(gradient, score(likely, result, players.first, players.second), counts[result]);
        }
        const auto equal = likelihood(at, 0);
        for (std::size_t result = 0; result < 3; ++result)
            add(gradient, score(equal, result), EQUALS[result]);
        for (std::size_t i = 0; i < at.size(); ++i)
            if (fixed_[i]) gradient[i] = 0;
        return solve(factor(information(at)), std::move(gradient));
    }

    /// The sandwich of Huber (1967): what the units show of the spread of the gradient, and not
    /// what the model says, so that games of a pair may depend on each other. `unseen` are units
    /// that did not occur.
    [[nodiscard]] Matrix covariance(const Vector& at, const RatedResults& unseen) const {
        const std::size_t size = at.size();
        Matrix spread(size);
        for (const auto* const units : {&units_, &unseen})
            for (const auto& [unit, count] : *units) {
                if (group_of_[unit.white] != group_of_[unit.black]) continue;
                const auto likely = likelihood(at, at[unit.white] - at[unit.black]);
                Gradient sum = score(likely, unit.first, unit.white, unit.black);
                if (unit.second) {
                    const auto other = likelihood(at, at[unit.black] - at[unit.white]);
                    const Gradient second = score(other, *unit.second, unit.black, unit.white);
                    sum.entries[0].second += second.entries[1].second;
                    sum.entries[1].second += second.entries[0].second;
                    sum.entries[2].second += second.entries[2].second;
                    sum.entries[3].second += second.entries[3].second;
                }
                add_square(spread, sum, count);
            }
        const auto equal = likelihood(at, 0);
        for (std::size_t result = 0; result < 3; ++result)
            add_square(spread, score(equal, result), EQUALS[result]);
        const Matrix information = factor(this->information(at));
        Matrix half(size);
        for (std::size_t column = 0; column < size; ++column) {
            Vector b(size);
            for (std::size_t row = 0; row < size; ++row)
                b[row] = fixed_[row] || fixed_[column] ? 0 : spread(row, column);
            const Vector x = solve(information, std::move(b));
            for (std::size_t row = 0; row < size; ++row) half(row, column) = x[row];
        }
        Matrix result(size);
        for (std::size_t row = 0; row < size; ++row) {
            Vector b(size);
            for (std::size_t column = 0; column < size; ++column) b[column] = half(row, column);
            const Vector x = solve(information, std::move(b));
            for (std::size_t column = 0; column < size; ++column) result(row, column) = x[column];
        }
        return result;
    }

private:
    using Counts = std::array<double, 3>;
    static constexpr Counts EQUALS{1, 1, 1}; ///< the games between equals that always count

    [[nodiscard]] ResultLikelihood likelihood(const Vector& at, double difference) const {
        return likelihood_of({at[players_ + 1]}, difference + at[players_]);
    }

    static double log_likelihood(const Counts& counts, const ResultLikelihood& likely) {
        double sum = 0;
        for (std::size_t result = 0; result < 3; ++result)
            if (counts[result] > 0) sum += counts[result] * std::log(likely.probability[result]);
        return sum;
    }

    [[nodiscard]] Gradient score(const ResultLikelihood& likely, std::size_t result,
                                 std::size_t white, std::size_t black) const {
        return {{{{white, likely.by_difference[result]},
                  {black, -likely.by_difference[result]},
                  {players_, likely.by_difference[result]},
                  {players_ + 1, likely.by_draws[result]}}}};
    }
    /// Between equals that are not players.
    [[nodiscard]] Gradient score(const ResultLikelihood& likely, std::size_t result) const {
        Gradient gradient = score(likely, result, players_, players_);
        gradient.entries[0].second = gradient.entries[1].second = 0;
        return gradient;
    }

    static void add(Vector& sum, const Gradient& gradient, double count) {
        for (const auto& [at, value] : gradient.entries) sum[at] += count * value;
    }
    static void add_square(Matrix& sum, const Gradient& gradient, double count) {
        for (const auto& [row, one] : gradient.entries)
            for (const auto& [column, other] : gradient.entries)
                sum(row, column) += count * one * other;
    }

    [[nodiscard]] Matrix information(const Vector& at) const {
        Matrix sum(at.size());
        for (const auto& [players, counts] : games_) {
            const auto likely = likelihood(at, at[players.first] - at[players.second]);
            const double games = std::accumulate(counts.begin(), counts.end(), 0.0);
            for (std::size_t result = 0; result < 3; ++result)
                add_square(sum, score(likely, result, players.first, players.second),
                           games * likely.probability[result]);
        }
        const auto equal = likelihood(at, 0);
        for (std::size_t result = 0; result < 3; ++result)
            add_square(sum, score(equal, result), 3 * equal.probability[result]);
        for (const auto& group : groups_)
            for (const std::size_t one : group)
                for (const std::size_t other : group) sum(one, other) += 1;
        for (std::size_t i = 0; i < at.size(); ++i)
            for (std::size_t k = 0; fixed_[i] && k < at.size(); ++k)
                sum(i, k) = sum(k, i) = i == k ? 1 : 0;
        return sum;
    }

    std::size_t players_;
    std::vector<std::size_t> group_of_; ///< each player
    RatedResults units_;
    std::map<std::pair<std::size_t, std::size_t>, Counts> games_; ///< by white and black
    std::vector<std::vector<std::size_t>> groups_;                ///< without those with an anchor
    std::vector<bool> fixed_;                                     ///< parameters that are given
};

/// Goes uphill from `at` until a step changes nothing.
Vector maximum(const Likelihood& likelihood, Vector at) {
    constexpr double LONGEST = 2, ENOUGH = 1e-10; // about 350 Elo, and none
    double value = likelihood.log_likelihood(at);
    for (int i = 0; i < 500; ++i) {
        Vector step = likelihood.step(at);
        double length = 0;
        for (const double part : step) length = std::max(length, std::abs(part));
        if (!(length > ENOUGH)) break;
        for (double scale = std::min(1.0, LONGEST / length);; scale /= 2) {
            if (scale * length < ENOUGH) return at;
            Vector next = at;
            for (std::size_t k = 0; k < next.size(); ++k) next[k] += scale * step[k];
            const double there = likelihood.log_likelihood(next);
            if (!(there >= value)) continue; // also where it is not a number
            at = std::move(next);
            value = there;
            break;
        }
    }
    return at;
}

std::vector<std::size_t> players_of(const std::map<std::size_t, double>& anchors) {
    std::vector<std::size_t> players;
    for (const auto& [player, elo] : anchors) players.push_back(player);
    return players;
}

/// `players`, or an Error.
std::size_t checked(std::size_t players) {
    if (players > MAX_RATED)
        throw Error("more than " + std::to_string(MAX_RATED) + " players cannot be rated together");
    return players;
}

} // namespace

RatingList::RatingList(std::size_t players, const RatedResults& results,
                       const RatingListSettings& settings)
    : comparable_(checked(players), results, players_of(settings.anchors)), elo_(players),
      covariance_(players, Vector(players)) {
    std::vector<std::size_t> sizes(comparable_.count());
    std::vector<bool> anchored(comparable_.count());
    for (const std::size_t group : comparable_.groups()) ++sizes[group];
    for (const auto& [player, elo] : settings.anchors)
        anchored[comparable_.groups()[player]] = true;
    const Likelihood likelihood(players, results, comparable_, settings.anchors);
    Vector at(players + 2);
    double anchor = 0; // where the search begins
    for (const auto& [player, elo] : settings.anchors)
        anchor += elo * ELO_SCALE / static_cast<double>(settings.anchors.size());
    for (std::size_t player = 0; player < players; ++player)
        if (anchored[comparable_.groups()[player]]) at[player] = anchor;
    for (const auto& [player, elo] : settings.anchors) at[player] = elo * ELO_SCALE;
    at = maximum(likelihood, std::move(at));
    const Matrix covariance = likelihood.covariance(at, shares_of_empty_cells(results));
    for (std::size_t one = 0; one < players; ++one)
        for (std::size_t other = 0; other < players; ++other)
            covariance_[one][other] = covariance(one, other);
    const auto estimate = [&](std::size_t i, double offset) {
        return Estimate{at[i] / ELO_SCALE + offset,
                        Z_95 * std::sqrt(std::max(0.0, covariance(i, i))) / ELO_SCALE};
    };
    for (std::size_t player = 0; player < players; ++player) {
        const std::size_t group = comparable_.groups()[player];
        if (sizes[group] > 1 || anchored[group])
            elo_[player] = estimate(player, anchored[group] ? 0 : settings.average);
    }
    white_advantage_ = estimate(players, 0);
    draw_rate_ = GameModel{at[players + 1]}.draw_rate();
}

std::optional<double> RatingList::los(std::size_t first, std::size_t second) const {
    if (comparable_.is_above(first, second)) return 1;
    if (comparable_.is_above(second, first)) return 0;
    if (comparable_.groups()[first] != comparable_.groups()[second] || first == second)
        return std::nullopt;
    const double difference = (elo_[first]->value - elo_[second]->value) * ELO_SCALE;
    const double variance =
        covariance_[first][first] + covariance_[second][second] - 2 * covariance_[first][second];
    if (!(variance > 0)) return difference > 0 ? 1 : difference < 0 ? 0 : 0.5; // two anchors
    return std::erfc(-difference / std::sqrt(2 * variance)) / 2;
}

std::vector<std::size_t> RatingList::order() const {
    std::vector<std::size_t> order(size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [this](std::size_t a, std::size_t b) {
        const auto& groups = comparable_.groups();
        if (groups[a] != groups[b]) return groups[a] < groups[b];
        // Equal results can differ in the last digits.
        const auto rounded = [this](std::size_t i) { return std::round(elo_[i]->value * 1e6); };
        return elo_[a] && elo_[b] && rounded(a) > rounded(b);
    });
    return order;
}

RatingList tournament_ratings(std::size_t players, RatedResults results) {
    if (Comparable(players, results, {}).count() > 1)
        for (const auto& [unit, share] : shares_of_empty_cells(results)) results[unit] += share;
    return RatingList(players, results);
}

} // namespace agon::arena
