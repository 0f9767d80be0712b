#include "tools/arena/stats/sprt.hpp"

#include "engine/error.hpp"
#include "tools/arena/stats/first_passage.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

namespace agon::arena {

// Formulas by number: M. Van den Bergh, "Comments on Normalized Elo" (2021).

namespace {

using Distribution = std::vector<double>; // probabilities by cell

constexpr double EMPTY = 1e-3; // count of an empty cell, so that no probability is 0

/// The t for which the sum of p[i] x[i] / (1 + t x[i]) is 0 (1.3, 4.9). The sum falls from infinity
/// to minus infinity between the poles around 0. Precondition: x has both signs, and p no zero.
double balance(const Distribution& p, const std::vector<double>& x) {
    double low = -1 / *std::max_element(x.begin(), x.end());
    double high = -1 / *std::min_element(x.begin(), x.end());
    double t = 0;
    for (int i = 0; i < 100; ++i) {
        double value = 0, slope = 0;
        for (std::size_t k = 0; k < p.size(); ++k) {
            const double ratio = x[k] / (1 + t * x[k]);
            value += p[k] * ratio;
            slope -= p[k] * ratio * ratio;
        }
        (value > 0 ? low : high) = t;
        double next = t - value / slope;
        if (!(low < next && next < high)) next = (low + high) / 2; // Newton's step left the poles
        if (std::abs(next - t) <= 1e-12 * (1 + std::abs(t))) return next;
        t = next;
    }
    return t;
}

Distribution tilted(const Distribution& p, const std::vector<double>& x) {
    const double t = balance(p, x);
    Distribution result(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) result[i] = p[i] / (1 + t * x[i]);
    return result;
}

/// The most likely distribution with mean `score`, given the observed one (1.2).
Distribution with_mean(const Distribution& observed, double score) {
    std::vector<double> x;
    for (std::size_t i = 0; i < observed.size(); ++i)
        x.push_back(cell_score(i, observed.size()) - score);
    return tilted(observed, x);
}

/// The most likely distribution whose mean is `deviations` of its standard deviations above 1/2
/// (section 4.1). Returns nullopt if the iteration diverges, as it does for some lopsided tables.
std::optional<Distribution> with_deviations(const Distribution& observed, double deviations) {
    const std::size_t cells = observed.size();
    Distribution p(cells, 1 / static_cast<double>(cells));
    for (int i = 0; i < 100; ++i) {
        const auto [mean, variance] = moments(p);
        const double sigma = std::sqrt(variance);
        std::vector<double> x;
        for (std::size_t k = 0; k < cells; ++k) {
            const double z = (cell_score(k, cells) - mean) / sigma;
            x.push_back(cell_score(k, cells) - 0.5 - deviations * sigma * (1 + z * z) / 2);
        }
        const auto [least, most] = std::minmax_element(x.begin(), x.end());
        if (!(*least < 0 && *most > 0)) return std::nullopt;
        Distribution next = tilted(observed, x);
        double change = 0;
        for (std::size_t k = 0; k < cells; ++k) change = std::max(change, std::abs(next[k] - p[k]));
        p = std::move(next);
        if (change < 1e-7) break;
    }
    return p;
}

double mean_log_ratio(const Distribution& observed, const Distribution& p0,
                      const Distribution& p1) {
    double ratio = 0;
    for (std::size_t i = 0; i < observed.size(); ++i)
        ratio += observed[i] * std::log(p1[i] / p0[i]);
    return ratio;
}

struct Observed {
    Distribution shares;
    double total = 0;
};

Observed observe(Cells cells) {
    Observed result;
    for (const auto count : cells)
        result.shares.push_back(count != 0 ? static_cast<double>(count) : EMPTY);
    result.total = std::accumulate(result.shares.begin(), result.shares.end(), 0.0);
    for (double& share : result.shares) share /= result.total;
    return result;
}

/// The ratio under the normalised model.
double normalized_llr(const Observed& observed, double deviations0, double deviations1) {
    const auto p0 = with_deviations(observed.shares, deviations0);
    const auto p1 = with_deviations(observed.shares, deviations1);
    if (p0 && p1) return observed.total * mean_log_ratio(observed.shares, *p0, *p1);
    // For normal scores the ratio has a closed form (section 4.2).
    const auto [mean, variance] = moments(observed.shares);
    const double seen = (mean - 0.5) / std::sqrt(variance);
    return observed.total / 2 *
           std::log((1 + (seen - deviations0) * (seen - deviations0)) /
                    (1 + (seen - deviations1) * (seen - deviations1)));
}

double logistic_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

/// Expected score at a BayesElo if draws are as frequent as observed (loss, draw, win).
double bayesian_score(double elo, const Distribution& observed) {
    const double loss = observed[0], win = observed[2];
    const double draw_elo = 200 * std::log10((1 - loss) / loss * (1 - win) / win);
    return (logistic_score(elo - draw_elo) + 1 - logistic_score(-elo - draw_elo)) / 2;
}

bool empty(Cells cells) {
    return std::all_of(cells.begin(), cells.end(), [](auto count) { return count == 0; });
}

/// A unit's expected score under each hypothesis, except under the normalised model.
struct Scores {
    double h0, h1;
};

double score_of(SprtModel model, double elo, const Distribution& observed) {
    return model == SprtModel::Bayesian ? bayesian_score(elo, observed) : logistic_score(elo);
}

Scores scores(const SprtSettings& settings, const Distribution& observed) {
    return {score_of(settings.model, settings.elo0, observed),
            score_of(settings.model, settings.elo1, observed)};
}

/// Between the hypotheses, in standard deviations of a unit's score.
double distance(const SprtSettings& settings, const Distribution& observed, std::size_t cells) {
    if (settings.model == SprtModel::Normalized)
        return (settings.elo1 - settings.elo0) / normalized_scale(cells);
    const auto [score0, score1] = scores(settings, observed);
    return (score1 - score0) / std::sqrt(moments(observed).variance);
}

} // namespace

std::string_view to_text(SprtModel model) {
    static constexpr std::string_view TEXTS[] = {"normalized", "logistic", "bayesian"};
    return TEXTS[static_cast<std::size_t>(model)];
}

std::optional<SprtModel> parse_sprt_model(std::string_view text) {
    for (const auto model : {SprtModel::Normalized, SprtModel::Logistic, SprtModel::Bayesian})
        if (to_text(model) == text) return model;
    return std::nullopt;
}

Sprt::Sprt(const SprtSettings& settings)
    : settings_(settings), lower_(std::log(settings.beta / (1 - settings.alpha))),
      upper_(std::log((1 - settings.beta) / settings.alpha)) {
    if (!(settings.elo0 < settings.elo1)) throw Error("SPRT: elo0 must be less than elo1");
    if (std::abs(settings.elo0) > 1000 || std::abs(settings.elo1) > 1000)
        throw Error("SPRT: elo0 and elo1 must be from -1000 to 1000");
    if (!(settings.alpha > 0 && settings.beta > 0 && settings.alpha + settings.beta < 1))
        throw Error("SPRT: alpha and beta must be above 0 and together below 1");
}

double Sprt::llr(Cells cells) const {
    assert(cells.size() == 3 || (cells.size() == 5 && settings_.model != SprtModel::Bayesian));
    if (empty(cells)) return 0;
    // Until both sides have won the frequency of draws is unknown.
    if (settings_.model == SprtModel::Bayesian && (cells[0] == 0 || cells[2] == 0)) return 0;
    const Observed observed = observe(cells);
    if (settings_.model == SprtModel::Normalized)
        return normalized_llr(observed, settings_.elo0 / normalized_scale(cells.size()),
                              settings_.elo1 / normalized_scale(cells.size()));
    const auto& shares = observed.shares;
    const auto [score0, score1] = scores(settings_, shares);
    return observed.total *
           mean_log_ratio(shares, with_mean(shares, score0), with_mean(shares, score1));
}

std::optional<std::string_view> Sprt::accepted(Cells cells) const {
    const double ratio = llr(cells);
    if (ratio <= lower_) return "H0";
    if (ratio >= upper_) return "H1";
    return std::nullopt;
}

std::optional<double> Sprt::units_left(Cells cells) const {
    if (empty(cells)) return std::nullopt;
    const double at = llr(cells);
    if (at <= lower_ || at >= upper_) return 0;
    const auto [shares, total] = observe(cells);
    // The ratio as a Brownian motion with the observed drift and the variance of normal scores.
    const double apart = distance(settings_, shares, cells.size());
    return first_passage({at / total, apart * apart}, at - lower_, upper_ - at).steps;
}

Passage Sprt::expected(double elo, Cells cells) const {
    const std::size_t half = (cells.size() - 1) / 2; // points of a unit
    const Distribution decided =
        half == 1 ? Distribution{0.5, 0, 0.5} : Distribution{0.25, 0, 0.5, 0, 0.25};
    const Distribution shares = empty(cells) ? decided : observe(cells).shares;
    const double apart = distance(settings_, shares, cells.size());
    // The place of `elo` between the hypotheses: 0 is elo0, 1 is elo1.
    double at = (elo - settings_.elo0) / (settings_.elo1 - settings_.elo0);
    if (settings_.model != SprtModel::Normalized) {
        const auto [score0, score1] = scores(settings_, shares);
        at = (score_of(settings_.model, elo, shares) - score0) / (score1 - score0);
    }
    return first_passage({apart * apart * (at - 0.5), apart * apart}, -lower_, upper_);
}

} // namespace agon::arena
